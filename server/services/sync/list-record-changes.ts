import type { Change } from '#contract/sync.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { listDocuments } from '../../storage/catalogue/documents.ts'
import { listAggregatesById } from '../../storage/invoices/aggregates.ts'
import { listInvoices } from '../../storage/invoices/invoices.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { FeedEntry } from '../../storage/sync/changes.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'
import {
  aggregateChange,
  categoryChange,
  collectionChange,
  companyChange,
  customerChange,
  expenseChange,
  invoiceChange,
  productChange,
  vendorChange,
} from '../operations/feed-changes.ts'

/** Up to which change invoices older than `since` are left out. */
export type InvoiceWindow = { readonly upTo: number; readonly since: Instant }

function deletedChange(entry: FeedEntry): Change {
  return { t: entry.t, id: entry.id, rev: entry.changeId, op: 'delete', row: null }
}

/** The company with what its phones work by: settings and dated rates. */
async function readCompanyChange(db: Db, scope: CompanyScope): Promise<Change> {
  const { company, rev } = await getCompanyRecord(db, scope)
  const rates = [...(await readCompanyRates(db, scope))]
  return companyChange({ company: { ...company, rates }, rev })
}

/**
 * The current records of feed entries, in the order of the entries. A record that is gone, or an invoice
 * outside the window, is left out.
 */
export async function listRecordChanges(
  db: Db,
  scope: CompanyScope,
  entries: readonly FeedEntry[],
  window: InvoiceWindow,
): Promise<Change[]> {
  const idsOf = (recordType: FeedEntry['t'], accept = (_entry: FeedEntry) => true) =>
    entries
      .filter((entry) => entry.t === recordType && !entry.deleted && accept(entry))
      .map((entry) => entry.id)
  const inWindow = (entry: FeedEntry) => entry.changeId <= window.upTo
  const records: Change[] = [
    ...(await listInvoices(db, scope, idsOf('invoice', inWindow), window.since)).map(invoiceChange),
    ...(
      await listInvoices(
        db,
        scope,
        idsOf('invoice', (entry) => !inWindow(entry)),
      )
    ).map(invoiceChange),
    ...(await listDocuments(db, scope, 'customers', idsOf('customer'))).map(customerChange),
    ...(await listDocuments(db, scope, 'products', idsOf('product'))).map(productChange),
    ...(await listDocuments(db, scope, 'vendors', idsOf('vendor'))).map(vendorChange),
    ...(await listDocuments(db, scope, 'expense_categories', idsOf('category'))).map(categoryChange),
    ...(await listDocuments(db, scope, 'expenses', idsOf('expense'))).map(expenseChange),
    ...(await listDocuments(db, scope, 'collections', idsOf('collection'))).map(collectionChange),
    ...(await listAggregatesById(db, scope, idsOf('aggregate'))).map(aggregateChange),
    ...(idsOf('company').length > 0 ? [await readCompanyChange(db, scope)] : []),
  ]
  const byRecord = new Map(records.map((change) => [`${change.t} ${change.id}`, change]))
  return entries.flatMap((entry) => {
    if (entry.deleted) return [deletedChange(entry)]
    const change = byRecord.get(`${entry.t} ${entry.id}`)
    return change === undefined ? [] : [change]
  })
}
