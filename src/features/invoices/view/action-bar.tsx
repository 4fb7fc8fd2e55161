import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './receipt.module.css'

/** So many actions are always in sight. */
const IN_SIGHT = 2

/**
 * The actions of a screen, the most important first. On a phone they are one bar within reach of the thumb, with
 * the rarer ones behind *More*; where there is space all are shown.
 */
export function ActionBar({ actions }: { actions: readonly ReactElement[] }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const rare = actions.slice(IN_SIGHT)
  return (
    <>
      <div className={classes.bar}>
        {actions.slice(0, IN_SIGHT)}
        {rare.length > 0 ? (
          <Button
            variant="default"
            aria-haspopup="dialog"
            aria-label={t`More actions`}
            onClick={() => setOpen(true)}
          >
            <Icon name="more" size={22} />
          </Button>
        ) : null}
      </div>
      <Sheet title={t`More actions`} height="auto" opened={open} onClose={() => setOpen(false)}>
        {/* What an action opens comes instead of this list. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it take the keys */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it take the keys */}
        <div className="stack" onClick={() => setOpen(false)}>
          {rare}
        </div>
      </Sheet>
    </>
  )
}
