import { normalizeIdentity } from '../customers/normalize-identity.ts'
import { oneLine } from '../text/one-line.ts'
import type { InvoiceContent } from './invoice.ts'

/**
 * The stored form of an invoice's content: texts on one line, a payment without a reference without an empty one, the customer's numbers bare, the phone as E.164.
 * Amounts, quantities and the order of lines and payments stay. What is not valid stays as typed for `checkInvoice`.
 */
export function normalizeContent<T extends InvoiceContent>(content: T): T {
  return {
    ...content,
    customer: normalizeIdentity(content.customer),
    reference: oneLine(content.reference),
    ...(content.note === undefined ? {} : { note: content.note.trim() }),
    payments: content.payments.map(({ reference, ...payment }) => {
      const kept = oneLine(reference ?? '')
      return kept === '' ? payment : { ...payment, reference: kept }
    }),
    lines: content.lines.map((line) => ({
      ...line,
      description: oneLine(line.description),
      ...(line.note === undefined ? {} : { note: oneLine(line.note) }),
    })),
  }
}
