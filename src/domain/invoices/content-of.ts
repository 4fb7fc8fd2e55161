import type { InvoiceContent } from './invoice.ts'

/** What a person wrote of an invoice, without what became of it. */
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
