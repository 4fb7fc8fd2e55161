import { type Cents, sumCents } from '#domain/money/cents.ts'
import type { AccountDatabase } from './account-database.ts'
import {
  type Debt,
  debtsOf,
  isBeingCanceled,
  listCollections,
  listInvoicesOf,
  listSales,
  type Sale,
} from './collections.ts'
import { findCustomer } from './customers.ts'
import { listIdsOf, readMergeTargets } from './merged-customers.ts'
import { findMetas } from './meta.ts'
import type { CollectionRow, CustomerRow, InvoiceRow } from './rows.ts'
import { isCounted } from './sold-invoices.ts'

/** The sums of a customer. */
export type CustomerFigures = {
  /** As the sales report counts them: refunded and canceled amounts are still in them. */
  readonly sold: Cents
  readonly count: number
  /** Something of it was refunded or canceled. */
  readonly hasReturns: boolean
  readonly owed: Cents
}

export type CustomerSales = {
  readonly customer: CustomerRow | undefined
  /** Newest first, drafts included. */
  readonly rows: readonly InvoiceRow[]
  /** Newest first, without canceled ones. */
  readonly sales: readonly Sale[]
  readonly collections: readonly CollectionRow[]
  /** Oldest first. */
  readonly debts: readonly Debt[]
  /** Why there are no sums yet: records are still being fetched, or old ones get the keys they are found by. */
  readonly missing: 'records' | 'keys' | undefined
  /** `undefined` while invoices may be missing: a part of them would be taken for all. */
  readonly figures: CustomerFigures | undefined
}

function figuresOf(
  rows: readonly InvoiceRow[],
  sales: readonly Sale[],
  debts: readonly Debt[],
): CustomerFigures {
  const counted = rows.filter(isCounted)
  return {
    sold: sumCents(counted.map(({ totals }) => totals.totalIncludingTax)),
    count: counted.length,
    hasReturns:
      counted.some((row) => row.status === 'canceled' || isBeingCanceled(row)) ||
      sales.some(({ creditNotes }) => creditNotes.length > 0),
    owed: sumCents(debts.map(({ owed }) => owed)),
  }
}

/** One customer with everything that this phone has about its sales, under all of its ids. */
export async function readCustomerSales(db: AccountDatabase, customerId: string): Promise<CustomerSales> {
  const [into, [isFetched, keylessBefore]] = await Promise.all([
    readMergeTargets(db),
    findMetas(db, ['first-pull-done', 'keyless-before']),
  ])
  const customer = await findCustomer(db, into(customerId))
  const rows = customer ? await listInvoicesOf(db, await listIdsOf(db, customer)) : []
  const sales = await listSales(db, rows)
  const collections = await listCollections(
    db,
    sales.map(({ row }) => row.id),
  )
  const debts = debtsOf(sales, collections)
    .filter(({ owed }) => owed > 0)
    .reverse()
  const missing = isFetched === true ? (keylessBefore === undefined ? undefined : 'keys') : 'records'
  const figures = missing === undefined ? figuresOf(rows, sales, debts) : undefined
  return { customer, rows, sales, collections, debts, missing, figures }
}
