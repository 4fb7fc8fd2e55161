import type { RunEvidence, Violation } from './run-evidence.ts'

/**
 * I4, I5, I7: notes of goods taken back are numbered 1..n per company and never come to more than was sold; what counts
 * as mailed was handed over, for the company that sold.
 */
export function checkAfterSale({ server, history }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const numbers = new Map<string, number[]>()
  const mailed = new Map<string, string>()
  for (const entry of history) if (entry.kind === 'mailed') mailed.set(entry.mailId, entry.companyId ?? '')
  for (const { document, company_id: company } of server.invoices) {
    const { id, creditNotes = [], mails = [], totals } = document
    numbers.set(company, [...(numbers.get(company) ?? []), ...creditNotes.map(({ number }) => number)])
    const back = creditNotes.reduce((sum, { total }) => sum + total, 0)
    if (back > totals.totalIncludingTax) {
      found.push({ invariant: 'I5', message: `more was taken back of ${id} than was sold: ${back}` })
    }
    for (const mail of mails) {
      if (mail.state === 'sent' && !mailed.has(mail.id)) {
        found.push({
          invariant: 'I8',
          message: `mail ${mail.id} of ${id} counts as sent and was never handed over`,
        })
      }
      if (mailed.has(mail.id) && mailed.get(mail.id) !== company) {
        found.push({ invariant: 'I7', message: `mail ${mail.id} of ${id} was sent for another company` })
      }
    }
  }
  for (const [company, used] of numbers) {
    const inOrder = used.sort((a, b) => a - b)
    if (inOrder.some((number, index) => number !== index + 1)) {
      found.push({
        invariant: 'I4',
        message: `credit notes of ${company} are numbered ${inOrder.join(', ')}`,
      })
    }
  }
  return found
}
