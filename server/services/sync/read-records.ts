import type { Change } from '#contract/sync.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { readAggregatesById } from '../../storage/aggregates.ts'
import type { FeedEntry } from '../../storage/changes.ts'
import { readCompanyRecord } from '../../storage/company-standing.ts'
import { readCustomers } from '../../storage/customers.ts'
import { readExpenses } from '../../storage/expenses.ts'
import { readInvoices } from '../../storage/invoices.ts'
import { readProducts } from '../../storage/products.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Db } from '../context.ts'
import {
  aggregateChange,
  companyChange,
  customerChange,
  expenseChange,
  invoiceChange,
  productChange,
} from './change-of-record.ts'

/** Up to which change invoices older than `since` are left out. */
export type InvoiceWindow = { readonly upTo: number; readonly since: Instant }

function deletedChange(entry: FeedEntry): Change {
  return { t: entry.t, id: entry.id, rev: entry.changeId, op: 'delete', row: null }
}

/**
 * The records of feed entries as they stand now, in the order of the entries. A record that is gone, or an invoice
 * outside the window, is left out.
 */
export async function readRecords(
  db: Db,
  scope: CompanyScope,
  entries: readonly FeedEntry[],
  window: InvoiceWindow,
): Promise<Change[]> {
  const idsOf = (wanted: FeedEntry['t'], accept = (_entry: FeedEntry) => true) =>
    entries.filter((entry) => entry.t === wanted && !entry.deleted && accept(entry)).map((entry) => entry.id)
  const inWindow = (entry: FeedEntry) => entry.changeId <= window.upTo
  const records: Change[] = [
    ...(await readInvoices(db, scope, idsOf('invoice', inWindow), window.since)).map(invoiceChange),
    ...(
      await readInvoices(
        db,
        scope,
        idsOf('invoice', (entry) => !inWindow(entry)),
      )
    ).map(invoiceChange),
    ...(await readCustomers(db, scope, idsOf('customer'))).map(customerChange),
    ...(await readProducts(db, scope, idsOf('product'))).map(productChange),
    ...(await readExpenses(db, scope, idsOf('expense'))).map(expenseChange),
    ...(await readAggregatesById(db, scope, idsOf('aggregate'))).map(aggregateChange),
    ...(idsOf('company').length > 0 ? [companyChange(await readCompanyRecord(db, scope))] : []),
  ]
  const byRecord = new Map(records.map((change) => [`${change.t} ${change.id}`, change]))
  return entries.flatMap((entry) => {
    if (entry.deleted) return [deletedChange(entry)]
    const change = byRecord.get(`${entry.t} ${entry.id}`)
    return change === undefined ? [] : [change]
  })
}
