import type { Instant } from '../calendar/east-africa.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { INVOICE_EVENTS } from './webhook.ts'

/** One thing that happened to an invoice. `key` is the same however often it is found: it is announced once. */
export type InvoiceEvent = {
  readonly type: (typeof INVOICE_EVENTS)[number]
  readonly key: string
  readonly at: Instant
}

/**
 * Everything that the server learned of an invoice since a moment, oldest first. The feed of a company names only the last state
 * of a record, so what happened in between is read from the record itself: nothing is skipped when an invoice is issued
 * at once. A draft was never announced, but a program may have made it and wait for its sale: it hears that there will be
 * none.
 */
export function invoiceEventsSince(invoice: Invoice, since: Instant): InvoiceEvent[] {
  const { id, receipt, cancellation, creditNotes = [] } = invoice
  const found: InvoiceEvent[] = []
  if (receipt) found.push({ type: 'invoice.submitted', key: `submitted:${id}`, at: receipt.issuedAt })
  if (receipt && receipt.acknowledgedAt !== null) {
    found.push({ type: 'invoice.issued', key: `issued:${id}`, at: receipt.acknowledgedAt })
  }
  for (const note of creditNotes) {
    found.push({ type: 'credit_note.created', key: `credit:${note.id}`, at: note.recordedAt ?? note.at })
  }
  if (cancellation) {
    const at = cancellation.recordedAt ?? cancellation.at
    found.push({ type: 'invoice.canceled', key: `canceled:${id}`, at })
  }
  const happened = found.filter(({ at }) => Date.parse(at) >= Date.parse(since))
  if (receipt?.delivery === 'rejected' || receipt?.delivery === 'parked') {
    // The same refusal again, after a repair, is news only under another code.
    const code = receipt.ackCode ?? ''
    happened.push({ type: 'invoice.attention', key: `attention:${id}:${code}`, at: receipt.issuedAt })
  }
  return happened
}
