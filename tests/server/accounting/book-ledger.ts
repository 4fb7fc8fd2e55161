import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { voidAsPerson } from '#server/simulators/quickbooks/quickbooks-person.ts'
import type { Books } from './bookkeeping.ts'

/** The names of all files beside invoices. */
export function attachedIn(books: Books, provider: AccountingProvider): string[] {
  return provider === 'xero'
    ? books.xero.organizations.flatMap(({ invoices }) =>
        invoices.flatMap(({ attachments }) => attachments.map(({ fileName }) => fileName)),
      )
    : books.quickbooks.companies.flatMap(({ attachables }) =>
        attachables.flatMap(({ fileName }) => (fileName === '' ? [] : [fileName])),
      )
}

function listsOf(
  books: Books,
  provider: AccountingProvider,
): { readonly id: string; readonly number: string }[][] {
  return provider === 'xero'
    ? books.xero.organizations.map(({ invoices }) => invoices)
    : books.quickbooks.companies.map(({ sales }) => sales)
}

/** The id of the invoice with a number. */
export function theirIdIn(books: Books, provider: AccountingProvider, number: string): string {
  const found = listsOf(books, provider)
    .flat()
    .find((one) => one.number === number)
  if (!found) throw new Error(`no invoice ${number}`)
  return found.id
}

/** Loses an invoice, as if a person had deleted it. */
export function forgetIn(books: Books, provider: AccountingProvider, number: string): boolean {
  for (const list of listsOf(books, provider)) {
    const index = list.findIndex((one) => one.number === number)
    if (index >= 0) return list.splice(index, 1).length === 1
  }
  return false
}

/** Voids an invoice with its payments, as a person may. */
export function voidIn(books: Books, provider: AccountingProvider, id: string): void {
  if (provider === 'quickbooks') {
    for (const company of books.quickbooks.companies) voidAsPerson(company, id, 0)
    return
  }
  for (const { invoices } of books.xero.organizations)
    for (const invoice of invoices) if (invoice.id === id) invoice.status = 'VOIDED'
}
