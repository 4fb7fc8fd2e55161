import { cleanText } from '../fiscal/clean-text.ts'
import type { InvoiceContent } from './invoice.ts'

/**
 * The mended content of a receipt that the authority refused for its form: only the wording of the customer's name
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
