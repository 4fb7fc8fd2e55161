import { useLingui } from '@lingui/react/macro'
import type { Cents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import classes from './editor.module.css'

type Props = {
  readonly opened: boolean
  readonly total: Cents
  readonly customer: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** The last look before an invoice can no longer be changed. */
export function SubmitDialog({ opened, total, customer, busy, onConfirm, onClose }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      title={t`Submit to TRA`}
      confirm={t`Submit to TRA`}
      opened={opened}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.lastLook}>
        <span>{customer === '' ? t`Walk-in customer` : customer}</span>
        <strong>{moneyText(total)}</strong>
      </div>
      <p>{t`After submission the invoice can not be edited or reversed. Continue?`}</p>
    </ConfirmDialog>
  )
}
