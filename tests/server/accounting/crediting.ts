import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { balanceOf } from '#server/simulators/quickbooks/quickbooks-payments.ts'
import { allocated, amountDue, livePayments } from '#server/simulators/xero/xero-ledger.ts'
import type { Books } from './bookkeeping.ts'

/** A credit note as the books hold it, in cents: what lowers an invoice, and what was paid back. */
export type BookedCredit = {
  readonly number: string
  readonly total: number
  readonly tax: number
  readonly applied: number
  readonly paidBack: number
}

/** QuickBooks keeps what is paid back as a document of its own, with this letter behind the number. */
const noteOf = (number: string) => number.replace(/R$/, '')

/** Every credit note in the books of a simulator; the parts of one are added up. */
export function creditsIn(books: Books, provider: AccountingProvider): BookedCredit[] {
  const parts =
    provider === 'xero'
      ? books.xero.organizations.slice(0, 1).flatMap((organization) =>
          organization.creditNotes.map(({ id, number, total, tax }) => ({
            ...{ number, total, tax, applied: allocated(organization, id) },
            paidBack: livePayments(organization, id).reduce((sum, { amount }) => sum + amount, 0),
          })),
        )
      : books.quickbooks.companies.slice(0, 1).flatMap((company) =>
          company.sales.flatMap((sale) => {
            const { kind, number, total, tax } = sale
            if (kind === 'Invoice') return []
            const applied = kind === 'CreditMemo' ? total - balanceOf(company, sale) : 0
            return [{ number, total, tax, applied, paidBack: kind === 'RefundReceipt' ? total : 0 }]
          }),
        )
  const notes = new Map<string, BookedCredit>()
  for (const part of parts) {
    const number = noteOf(part.number)
    const known = notes.get(number) ?? { number, total: 0, tax: 0, applied: 0, paidBack: 0 }
    notes.set(number, {
      ...{ number, total: known.total + part.total, tax: known.tax + part.tax },
      ...{ applied: known.applied + part.applied, paidBack: known.paidBack + part.paidBack },
    })
  }
  return [...notes.values()]
}

/** What the books still expect for an invoice, in cents; `undefined`: they have none of this number. */
export function dueIn(books: Books, provider: AccountingProvider, number: string): number | undefined {
  const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
  if (provider === 'xero') {
    const invoice = organization?.invoices.find((one) => one.number === number && one.status !== 'VOIDED')
    return organization && invoice && amountDue(organization, invoice)
  }
  const sale = company?.sales.find((one) => one.kind === 'Invoice' && one.number === number && !one.voided)
  return company && sale && balanceOf(company, sale)
}
