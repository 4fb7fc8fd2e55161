import type { Aggregate } from '#contract/aggregates.ts'
import type { Change } from '#contract/sync.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { listDocuments } from '../../storage/catalogue/documents.ts'
import { listAggregatesById } from '../../storage/invoices/aggregates.ts'
import { listIdsOfOperator, listInvoices } from '../../storage/invoices/invoices.ts'
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
import { ownTotals } from '../reports/own-totals.ts'

/** Up to which change invoices older than `since` are left out, unless they are owed. */
export type InvoiceWindow = { readonly upTo: number; readonly since: Instant }

function deletedChange(entry: FeedEntry): Change {
  return { t: entry.t, id: entry.id, rev: entry.changeId, op: 'delete', row: null }
}

function shownChange(invoice: Invoice, operatorId: string | undefined): Change {
  const isShown = operatorId === undefined || invoice.operatorId === operatorId
  return isShown
    ? invoiceChange(invoice)
    : { t: 'invoice', id: invoice.id, rev: invoice.rev, op: 'delete', row: null }
}

async function listCollections(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
  operatorId: string | undefined,
): Promise<Collection[]> {
  const collections = await listDocuments(db, scope, 'collections', ids)
  if (operatorId === undefined || collections.length === 0) return collections
  const invoiceIds = collections.map(({ invoiceId }) => invoiceId)
  const own = await listIdsOfOperator(db, scope, operatorId, invoiceIds)
  return collections.filter(({ invoiceId }) => own.has(invoiceId))
}

async function listTotals(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
  operatorId: string | undefined,
): Promise<Aggregate[]> {
  const totals = await listAggregatesById(db, scope, ids)
  return operatorId === undefined ? totals : await ownTotals(db, scope, operatorId, totals)
}

/** The company with what its phones work by: settings and dated rates. */
async function readCompanyChange(db: Db, scope: CompanyScope): Promise<Change> {
  const { company, rev } = await getCompanyRecord(db, scope)
  const rates = [...(await readCompanyRates(db, scope))]
  return companyChange({ company: { ...company, rates }, rev })
}

export type FeedView = {
  readonly window: InvoiceWindow
  /** Whose sales alone are shown; `undefined` for all of the company. */
  readonly operatorId: string | undefined
}

/**
 * The current records of feed entries, in the order of the entries. A record that is gone, or an invoice
 * outside the window, is left out. A person who sees only the own sales gets totals of those, no money collected for
 * others, and a deletion for an invoice of another operator: it may be a draft that was the person's own before.
 */
export async function listRecordChanges(
  db: Db,
  scope: CompanyScope,
  entries: readonly FeedEntry[],
  { window, operatorId }: FeedView,
): Promise<Change[]> {
  const idsOf = (recordType: FeedEntry['t'], accept = (_entry: FeedEntry) => true) =>
    entries
      .filter((entry) => entry.t === recordType && !entry.deleted && accept(entry))
      .map((entry) => entry.id)
  const inWindow = (entry: FeedEntry) => entry.changeId <= window.upTo
  const invoices = [
    ...(await listInvoices(db, scope, idsOf('invoice', inWindow), window.since)),
    ...(await listInvoices(
      db,
      scope,
      idsOf('invoice', (entry) => !inWindow(entry)),
    )),
  ]
  const records: Change[] = [
    ...invoices.map((invoice) => shownChange(invoice, operatorId)),
    ...(await listDocuments(db, scope, 'customers', idsOf('customer'))).map(customerChange),
    ...(await listDocuments(db, scope, 'products', idsOf('product'))).map(productChange),
    ...(await listDocuments(db, scope, 'vendors', idsOf('vendor'))).map(vendorChange),
    ...(await listDocuments(db, scope, 'expense_categories', idsOf('category'))).map(categoryChange),
    ...(await listDocuments(db, scope, 'expenses', idsOf('expense'))).map(expenseChange),
    ...(await listCollections(db, scope, idsOf('collection'), operatorId)).map(collectionChange),
    ...(await listTotals(db, scope, idsOf('aggregate'), operatorId)).map(aggregateChange),
    ...(idsOf('company').length > 0 ? [await readCompanyChange(db, scope)] : []),
  ]
  const byRecord = new Map(records.map((change) => [`${change.t} ${change.id}`, change]))
  return entries.flatMap((entry) => {
    if (entry.deleted) return [deletedChange(entry)]
    const change = byRecord.get(`${entry.t} ${entry.id}`)
    return change === undefined ? [] : [change]
  })
}
