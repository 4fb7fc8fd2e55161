import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Sheet } from './sheet/sheet.tsx'

type Props = {
  readonly title: string
  readonly children: ReactNode
  readonly opened: boolean
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Red, for destructive actions. */
  readonly destructive?: boolean
  readonly busy?: boolean
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  opened,
  confirmLabel,
  onConfirm,
  onClose,
  destructive,
  busy,
}: Props) {
  const { t } = useLingui()
  return (
    <Sheet opened={opened} onClose={onClose} title={title} height="dialog">
      <div className="stack">
        {children}
        <div className="actions">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            {...(destructive ? { 'data-tone': 'grave' } : {})}
            onClick={onConfirm}
            loading={busy ?? false}
            data-autofocus
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
