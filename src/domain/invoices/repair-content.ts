import { cleanText } from '../fiscal/clean-text.ts'
import type { InvoiceContent, InvoiceReceipt } from './invoice.ts'

/** Refusals of the device or the taxpayer: no change of a receipt's text resolves them (TRA guide's table of answers). */
const NOT_REPAIRABLE_CODES: ReadonlySet<string> = new Set(['3', '4', '5', '6', '7', '8'])

/** Whether the authority refused a receipt for its form, so that cleaned text helps. */
export function isRepairable(receipt: Pick<InvoiceReceipt, 'delivery' | 'ackCode'>): boolean {
  const refused = receipt.delivery === 'rejected' || receipt.delivery === 'parked'
  return refused && receipt.ackCode !== null && !NOT_REPAIRABLE_CODES.has(receipt.ackCode)
}

/**
 * The repaired content of a receipt that the authority refused for its form: only the wording of the customer's name
 * and of the descriptions is cleaned. Numbers, times, amounts and identification stay as they were (TRA rule: a
 * resend keeps them), so the totals do not move.
 */
export function repairContent<T extends InvoiceContent>(content: T): T {
  return {
    ...content,
    customer: { ...content.customer, name: cleanText(content.customer.name, 100) },
    lines: content.lines.map((line, index) => ({
      ...line,
      description: cleanText(line.description, 255, `Item ${index + 1}`),
    })),
  }
}
