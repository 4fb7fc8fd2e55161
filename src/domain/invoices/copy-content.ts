import type { InvoiceContent } from './invoice.ts'

/**
 * The same sale once more: customer, prices and items of another invoice under new line ids. What belonged to that one
 * sale only (payments, reference, note) stays behind. Rates are renewed by whoever opens it.
 */
export function copyContent(content: InvoiceContent, newId: () => string): InvoiceContent {
  const { customer, amountType, lines } = content
  return {
    customer,
    amountType,
    reference: '',
    lines: lines.map((line) => ({ ...line, id: newId() })),
    payments: [],
  }
}
