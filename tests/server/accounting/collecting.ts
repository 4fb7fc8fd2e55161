import { randomUUID } from 'node:crypto'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { upsertDocuments } from '#server/storage/catalogue/documents.ts'
import { upsertChanges } from '#server/storage/sync/changes.ts'
import { type Books, type Bookshop, TODAY } from './bookkeeping.ts'

let collectionsMade = 0

/** Money that came later for a receipt. */
export function collectionOf(
  { id: invoiceId, companyId }: NumberedInvoice,
  amount: number,
  type: Collection['type'] = 'e-money',
): Collection {
  collectionsMade += 1
  const at = toInstant(Date.parse('2026-11-21T10:00:00.000Z') + collectionsMade)
  return {
    ...{ id: randomUUID(), companyId, rev: 1, invoiceId, day: TODAY, type, amount: toCents(amount) },
    ...{ reference: 'QK7"x', at: at as Instant, by: 'Asha', canceled: false },
  }
}

export function takenBack(collection: Collection): Collection {
  return { ...collection, rev: collection.rev + 1, canceled: true }
}

export async function storeCollections(
  { server: { services } }: Books,
  { companyId }: Bookshop,
  ...collections: readonly Collection[]
): Promise<void> {
  const at = toInstant(services.clock.now())
  await upsertDocuments(services.db, { companyId }, 'collections', collections, at)
  await upsertChanges(
    services.db,
    { companyId },
    collections.map(({ id }) => ({ t: 'collection', id })),
  )
}

/** A payment in the books: the invoice that it pays, the name of the account, cents. */
export type BookedPayment = { readonly number: string; readonly account: string; readonly amount: number }

/** Every payment of an invoice that counts in the books of a simulator. */
export function paymentsIn(books: Books, provider: AccountingProvider, index = 0): BookedPayment[] {
  if (provider === 'xero') {
    const { invoices = [], payments = [], accounts = [] } = books.xero.organizations[index] ?? {}
    return payments.flatMap(({ target, account, amount, status }) => {
      const invoice = invoices.find(({ id }) => id === target)
      const name = accounts.find(({ AccountID }) => AccountID === account)?.Name ?? ''
      return invoice && status === 'AUTHORISED' ? [{ number: invoice.number, account: name, amount }] : []
    })
  }
  const { sales = [], payments = [], accounts = [] } = books.quickbooks.companies[index] ?? {}
  return payments.flatMap(({ invoice: target, account, amount }) => {
    const sale = sales.find(({ id }) => id === target)
    const name = accounts.find(({ Id }) => Id === account)?.Name ?? ''
    return sale && amount > 0 ? [{ number: sale.number, account: name, amount }] : []
  })
}

/** Takes every payment of an invoice back, as a person may in the service itself. */
export function dropPaymentsIn(books: Books, provider: AccountingProvider, number: string): void {
  const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
  if (provider === 'xero' && organization) {
    const id = organization.invoices.find((one) => one.number === number)?.id
    for (const payment of organization.payments) if (payment.target === id) payment.status = 'DELETED'
  } else if (company) {
    const id = company.sales.find((one) => one.number === number)?.id
    for (const payment of company.payments) if (payment.invoice === id) payment.amount = 0
  }
}
