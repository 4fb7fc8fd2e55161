import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { deleteAsPerson, voidAsPerson } from '#server/simulators/quickbooks/quickbooks-person.ts'
import { deletePayment, livePayments, type XeroOrganization } from '#server/simulators/xero/xero-ledger.ts'
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

/** Xero wants the payments to be removed first. */
function removePayments(organization: XeroOrganization, invoiceId: string): void {
  for (const payment of livePayments(organization, invoiceId)) deletePayment(organization, payment.id)
}

/** Loses an invoice, as if a person had deleted it. */
export function forgetIn(books: Books, provider: AccountingProvider, number: string): boolean {
  if (provider === 'quickbooks')
    return books.quickbooks.companies.some((company) =>
      deleteAsPerson(company, company.sales.find((one) => one.number === number)?.id ?? ''),
    )
  for (const organization of books.xero.organizations) {
    const index = organization.invoices.findIndex((one) => one.number === number)
    const [gone] = index < 0 ? [] : organization.invoices.splice(index, 1)
    if (!gone) continue
    removePayments(organization, gone.id)
    return true
  }
  return false
}

/** Voids an invoice, as a person may. */
export function voidIn(books: Books, provider: AccountingProvider, id: string): void {
  if (provider === 'quickbooks') {
    for (const company of books.quickbooks.companies) voidAsPerson(company, id, 0)
    return
  }
  for (const organization of books.xero.organizations) {
    const invoice = organization.invoices.find((one) => one.id === id)
    if (!invoice) continue
    removePayments(organization, id)
    invoice.status = 'VOIDED'
  }
}
