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
  /** Of the customer. */
  readonly ids: readonly string[]
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

/** A customer as it is now, and all ids under which its sales were made. */
export async function readCustomer(
  db: AccountDatabase,
  customerId: string,
): Promise<{ readonly customer: CustomerRow | undefined; readonly ids: readonly string[] }> {
  const into = await readMergeTargets(db)
  const customer = await findCustomer(db, into(customerId))
  return { customer, ids: customer ? await listIdsOf(db, customer) : [] }
}

/**
 * Everything that this phone has about the sales of a customer. Apart from `readCustomer`: a live query loses track of
 * what it reads behind several functions that await each other, and would not be run again.
 */
export async function readCustomerSales(db: AccountDatabase, ids: readonly string[]): Promise<CustomerSales> {
  const [isFetched, keylessBefore] = await findMetas(db, ['first-pull-done', 'keyless-before'])
  const rows = await listInvoicesOf(db, ids)
  const [sales, collections] = await Promise.all([
    listSales(db, rows),
    listCollections(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  const debts = debtsOf(sales, collections)
    .filter(({ owed }) => owed > 0)
    .reverse()
  const missing = isFetched === true ? (keylessBefore === undefined ? undefined : 'keys') : 'records'
  const figures = missing === undefined ? figuresOf(rows, sales, debts) : undefined
  return { ids, rows, sales, collections, debts, missing, figures }
}
