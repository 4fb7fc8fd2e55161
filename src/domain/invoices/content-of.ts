import type { InvoiceContent } from './invoice.ts'

/** The content of an invoice and nothing else: what a person wrote, and what an operation sends. */
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
