import type { InvoiceContent } from './invoice.ts'

/** Only the content of an invoice: what a person wrote, and what an operation sends. */
export function contentOf({
  customer,
  amountType,
  reference,
  lines,
  payments,
  note,
}: InvoiceContent): InvoiceContent {
  return { customer, amountType, reference, lines, payments, ...(note === undefined ? {} : { note }) }
}
