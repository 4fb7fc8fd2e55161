import type { InvoiceContent } from './invoice.ts'

/**
 * Copies a sale: customer, prices and items of another invoice under new line ids. What belonged to that one sale
 * only (payments, reference, note) is left out. The caller updates the rates.
 */
export function copyContent(content: InvoiceContent, newId: () => string): InvoiceContent {
  const { customer, amountType, lines } = content
  return {
    customer,
    amountType,
    reference: '',
    // The note of a line describes the piece that was sold, such as its serial number.
    lines: lines.map(({ note: _note, ...line }) => ({ ...line, id: newId() })),
    payments: [],
  }
}
