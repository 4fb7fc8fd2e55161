import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  /** Which record was deleted, and what can be done. */
  readonly children: ReactNode
  readonly onDiscard: () => void
}

/** Says that the record of a form was deleted meanwhile and that what was typed is still there. */
export function DeletedNotice({ children, onDiscard }: Props) {
  const { t } = useLingui()
  return (
    <div className="notice" role="alert">
      <div className="stack">
        <span>{children}</span>
        <Button variant="default" onClick={onDiscard}>
          {t`Discard`}
        </Button>
      </div>
    </div>
  )
}
