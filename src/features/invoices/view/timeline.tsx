import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { findDoneAt } from '#data/audit.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import classes from './receipt.module.css'

type Step = { readonly name: string; readonly at: Instant | null; readonly done: boolean }

/** The history of the invoice: what has happened and what comes next. */
export function Timeline({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { db } = useAppContext()
  // Only the phone that sent it knows when the answer came; a numbered invoice has certainly arrived by then.
  const sentAt = useLiveQuery(() => findDoneAt(db, `inv:${row.id}`, 'invoice.submit'), [db, row.id])
  const { receipt, cancellation, pending, accountingNumber: number } = row
  const origin = row.channel ?? row.origin
  const created = origin === 'app' ? t`Created on the phone` : t`Created through ${origin}`
  // A canceled draft is canceled here before the server knows it.
  const pendingCancelReason =
    row.shown === 'canceled' && pending.kind === 'waiting' ? pending.cancels : undefined
  const canceledBecause = (reason: string) =>
    reason === '' ? translate(STATUS_NAMES.canceled) : t`Canceled: ${reason}`
  const steps: Step[] = [
    {
      // The number of the sale in the accounting app.
      name: number === '' ? created : `${created} · ${number}`,
      at: row.saleAt,
      done: true,
    },
    {
      name: t`Sent to the server`,
      at: receipt ? (sentAt ?? receipt.issuedAt) : null,
      done: receipt !== null,
    },
    { name: t`Numbered and signed`, at: receipt?.issuedAt ?? null, done: receipt !== null },
    {
      name: t`Confirmed by TRA`,
      at: receipt?.acknowledgedAt ?? null,
      done: Boolean(receipt?.acknowledgedAt),
    },
    {
      name: t`On the TRA portal`,
      at: receipt?.verifiedAt ?? null,
      done: Boolean(receipt?.verifiedAt),
    },
    ...(cancellation
      ? [{ name: canceledBecause(cancellation.reason), at: cancellation.at, done: true }]
      : []),
    ...(pendingCancelReason === undefined
      ? []
      : [{ name: canceledBecause(pendingCancelReason), at: null, done: true }]),
  ]
  return (
    <ol className={classes.steps} aria-label={t`What happened`}>
      {steps.map((step) => (
        <li key={step.name} className={classes.step} data-done={step.done}>
          <span>{step.name}</span>
          <span className="dim small">
            {step.at ? formatMoment(step.at, today, translate) : step.done ? '' : t`Not yet`}
          </span>
        </li>
      ))}
    </ol>
  )
}
