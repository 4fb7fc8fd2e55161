import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { authorityCode } from '#contract/error-codes.ts'
import { findQueuePosition } from '#data/outbox-entries.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { sendingStep } from '#i18n/sending-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { problemCodeOf } from '../problem-code.ts'

/** The status of the invoice in a sentence: what is waited for, or what to do. */
export function ReceiptNotice({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const problemCode = problemCodeOf(row)
  if (problemCode) {
    const step = sendingStep(problemCode)
    const refusedByTra = row.receipt !== null && row.pending.kind !== 'attention'
    return (
      <div className="notice" data-tone="bad" role="alert">
        <Icon name="alert" />
        <div>
          {refusedByTra && problemCode !== 'TRA_REFUSED_OTHER' ? (
            <strong>{translate(errorMessage('TRA_REFUSED_OTHER'))}</strong>
          ) : null}
          <strong>{translate(errorMessage(problemCode))}</strong>
          {row.receipt?.ackMessage ? <div className="small">TRA: {row.receipt.ackMessage}</div> : null}
          {step ? translate(step) : null} <HelpLink code={problemCode} />
        </div>
      </div>
    )
  }
  if (row.shown === 'waiting') return <WaitingNotice row={row} />
  if (row.shown === 'canceled') return <CanceledNotice row={row} />
  if (row.receipt && row.pending.kind === 'waiting') {
    return (
      <div className="notice" role="status">
        <Icon name="clock" />
        <div>{t`A change to this invoice is waiting to be sent.`}</div>
      </div>
    )
  }
  if (row.shown === 'submitted') {
    // The authority answered with an error of its own: shown for information, though it needs no action.
    const answered = row.receipt?.ackCode ? authorityCode(row.receipt.ackCode) : undefined
    const step = answered && sendingStep(answered)
    return (
      <div className="notice" data-tone="info" role="status">
        <Icon name="up" />
        <div>
          {answered ? <strong>{translate(errorMessage(answered))}</strong> : null}
          {t`The receipt has its TRA numbers: you can give it to the customer. TRA has not confirmed it yet.`}
          {step ? <div>{translate(step)}</div> : null}
        </div>
      </div>
    )
  }
  return null
}

/** A canceled invoice: why, and what only a person can do at the authority. */
function CanceledNotice({ row: { cancellation, pending, receipt } }: { row: InvoiceRow }) {
  const { t } = useLingui()
  // A draft that is canceled on this phone only has its reason in the unsent cancellation.
  const reason = cancellation?.reason ?? (pending.kind === 'waiting' ? (pending.cancels ?? '') : '')
  return (
    <div className="notice" role="status">
      <Icon name="ban" />
      <div>
        <strong>{t`Invoice canceled`}</strong>
        {reason === '' ? null : <div>{t`Reason: ${reason}`}</div>}
        {receipt === null
          ? null
          : t`The receipt has its TRA number and counts at TRA, even while it is still being sent. Canceling changes your books only. To get the tax back, ask for an adjustment in your VAT return or at your TRA office.`}
      </div>
    </div>
  )
}

/** An invoice that has not reached the server yet, and how much is sent before it. */
function WaitingNotice({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const { db, blocked } = useAppContext()
  const place = useLiveQuery(() => findQueuePosition(db, `inv:${row.id}`), [db, row.id])
  const before = place?.before ?? 0
  const head = place?.sending
    ? t`Sending to the server`
    : before === 0
      ? t`Saved on this phone, waiting to send`
      : t`Saved on this phone, waiting to send (${plural(before, { one: '# ahead of it', other: '# ahead of it' })})`
  return (
    <div className="notice" role="status">
      <Icon name={place?.sending ? 'up' : 'clock'} />
      <div>
        <strong>{head}</strong>
        {blocked
          ? t`TRA has blocked the company. Unsent records are kept until the block is lifted.`
          : t`It will be sent automatically when you are online. It gets its TRA numbers then.`}
      </div>
    </div>
  )
}
