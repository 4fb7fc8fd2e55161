import { useLingui } from '@lingui/react/macro'
import type { InvoiceRow } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { momentInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { useToday } from '../workplace.ts'
import classes from './receipt.module.css'

type Step = { readonly name: string; readonly at: Instant | null; readonly done: boolean }

/** The way of the invoice: what has happened and what comes next. */
export function Timeline({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const say = useSay()
  const today = useToday()
  const { receipt, cancellation } = row
  const steps: Step[] = [
    { name: t`Written on the phone`, at: row.saleAt, done: true },
    { name: t`Numbered and signed`, at: receipt?.issuedAt ?? null, done: receipt !== null },
    {
      name: t`Acknowledged by TRA`,
      at: receipt?.acknowledgedAt ?? null,
      done: Boolean(receipt?.acknowledgedAt),
    },
    ...(receipt?.verifiedAt
      ? [{ name: t`Shown on the portal of TRA`, at: receipt.verifiedAt, done: true }]
      : []),
    ...(cancellation ? [{ name: t`Canceled: ${cancellation.reason}`, at: cancellation.at, done: true }] : []),
  ]
  return (
    <ol className={classes.steps} aria-label={t`What happened`}>
      {steps.map((step) => (
        <li key={step.name} className={classes.step} data-done={step.done}>
          <span>{step.name}</span>
          <span className="dim small">{step.at ? momentInWords(step.at, today, say) : t`Not yet`}</span>
        </li>
      ))}
    </ol>
  )
}
