import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './sheet.module.css'

type Props = {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** `full` fills the phone: for lists and forms. `auto` is as high as what it holds. */
  readonly height?: 'full' | 'auto'
}

/** A page over the page: from below on a phone, from the side on a wide screen. Escape and Back close it. */
export function Sheet({ title, opened, onClose, children, height = 'full' }: Props) {
  const { t } = useLingui()
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [shown, setShown] = useState(false)
  // The drawer remembers where the focus was only when it sees itself opening: one born open never gives it back.
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is the point, see above
  useEffect(() => setShown(opened), [opened])
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      title={title}
      position={wide ? 'right' : 'bottom'}
      size={wide ? 460 : height === 'full' ? '94%' : 'auto'}
      transitionProps={{ duration: 140 }}
      closeButtonProps={{ 'aria-label': t`Close`, size: 48, iconSize: 22 }}
      classNames={{
        content: wide ? classes.side : classes.bottom,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {children}
    </Drawer>
  )
}
