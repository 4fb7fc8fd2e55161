import { useLingui } from '@lingui/react/macro'
import { Progress } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useSendsImmediately } from '#app-context/app-context.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { leftUnpaid } from '#domain/collections/unpaid-at-sale.ts'
import { sumCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { submitDrafts } from './submit-drafts.ts'

type Props = {
  readonly drafts: readonly InvoiceRow[]
  readonly onDone: () => void
  readonly onCancel: () => void
}

/**
 * Asks once, then submits drafts one after the other. Drafts that a rule refuses, and drafts that were changed since
 * they were chosen, stay drafts and are listed.
 */
export function SubmitMany({ drafts, onDone, onCancel }: Props) {
  const { t } = useLingui()
  const { account, commands, trackUsage } = useAppContext()
  const sendsImmediately = useSendsImmediately()
  const toast = useToasts((state) => state.show)
  const [busy, run] = useAction()
  const [place, setPlace] = useState(0)
  const count = drafts.length
  const total = moneyText(sumCents(drafts.map((row) => row.totals.totalIncludingTax)))
  const unpaid = sumCents(drafts.map(leftUnpaid))
  const submit = async () => {
    const counts = await submitDrafts(account, commands, drafts, trackUsage, setPlace)
    const { submitted: kept, incomplete, changed } = counts
    if (incomplete + changed === 0) {
      const text = sendsImmediately
        ? t`Saved on this phone and being sent to TRA: ${kept}`
        : t`Saved on this phone, to be sent when you are online: ${kept}`
      toast({ tone: 'good', text })
    } else {
      const words = [
        sendsImmediately ? t`Being sent: ${kept}.` : t`To be sent when you are online: ${kept}.`,
        incomplete === 0 ? '' : t`Incomplete: ${incomplete}. Open these drafts and check them.`,
        changed === 0 ? '' : t`Changed meanwhile, so not submitted: ${changed}. Please check them.`,
      ]
      toast({ tone: 'bad', text: words.filter(Boolean).join(' ') })
    }
    onDone()
  }
  return (
    <ConfirmDialog
      title={t`Submit to TRA`}
      confirmLabel={t`Submit to TRA`}
      opened
      busy={busy}
      onConfirm={() => void run(submit)}
      onClose={onCancel}
    >
      <p>
        {t`Invoices: ${count}`} · {total}
      </p>
      {unpaid > 0 ? (
        <p>
          {t`Not paid yet`}: {moneyText(unpaid)}
        </p>
      ) : null}
      <p>{t`Submitted invoices cannot be edited or reversed. Continue?`}</p>
      {busy ? <Progress value={(100 * place) / count} aria-label={t`Submitting`} /> : null}
    </ConfirmDialog>
  )
}
