import { useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpenSheets } from './sheet/open-sheets.ts'

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
  const topSheet = useOpenSheets((state) => state.sheets.at(-1))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      // Outside of an open sheet it would be below it, where nothing can be tapped.
      {...(topSheet ? { portalProps: { target: topSheet } } : {})}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t`Close`, size: 48, iconSize: 22 }}
      classNames={{ title: 'dialog-title' }}
    >
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
    </Modal>
  )
}
