import { useLingui } from '@lingui/react/macro'
import { Progress } from '@mantine/core'
import { useState } from 'react'
import type { InvoiceRow } from '#data/rows.ts'
import { sumCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { submitInvoice } from '#sync/commands/invoices.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWorkplace } from '../workplace.ts'

type Props = {
  readonly drafts: readonly InvoiceRow[]
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Asks once, then submits drafts one after the other. Those that a rule refuses stay drafts, and are told of. */
export function SubmitMany({ drafts, onDone, onCancel }: Props) {
  const { t } = useLingui()
  const { account, commands } = useWorkplace()
  const toast = useToasts((state) => state.show)
  const [done, setDone] = useState<number>()
  const count = drafts.length
  const total = moneyText(sumCents(drafts.map((row) => row.totals.totalIncludingTax)))
  const submit = async () => {
    let kept = 0
    for (const [place, row] of drafts.entries()) {
      setDone(place)
      const { customer, amountType, reference, lines, payments } = row
      const content = { customer, amountType, reference, lines, payments }
      const outcome = await submitInvoice(account, commands, { invoiceId: row.id, content })
      if (outcome.kind === 'kept') kept += 1
    }
    const left = count - kept
    toast(
      left === 0
        ? { tone: 'good', text: t`Saved on this phone and being sent to TRA: ${kept}` }
        : {
            tone: 'bad',
            text: t`Being sent: ${kept}. Not complete yet: ${left}. Open these drafts and check them`,
          },
    )
    onDone()
  }
  return (
    <ConfirmDialog
      title={t`Submit to TRA`}
      confirm={t`Submit to TRA`}
      opened
      busy={done !== undefined}
      onConfirm={() => void submit()}
      onClose={onCancel}
    >
      <p>
        {t`Invoices: ${count}`} · {total}
      </p>
      <p>{t`After submission the invoices can not be edited or reversed. Continue?`}</p>
      {done === undefined ? null : <Progress value={(100 * done) / count} aria-label={t`Submitting`} />}
    </ConfirmDialog>
  )
}
