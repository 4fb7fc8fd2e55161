import type { Table } from 'dexie'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { Product } from '#domain/products/product.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { AccountDatabase } from './account-database.ts'
import { categoryFromRow, categoryRow } from './categories.ts'
import { collectionFromRow } from './collection-row.ts'
import { customerFromRow, customerRow } from './customers.ts'
import { expenseFromRow, expenseRow } from './expense-row.ts'
import { deleteInvoices, invoiceFromRow, invoiceRow, upsertInvoices } from './invoices.ts'
import { findMeta } from './meta.ts'
import { listByOrderingKey, listByOrderingKeys } from './outbox-entries.ts'
import {
  isContentWrite,
  isUnsent,
  orderingKeyOf,
  pendingOf,
  type RecordKind,
  recordOfOrderingKey,
} from './outbox-entry.ts'
import { productFromRow, productRow } from './products.ts'
import { readRows } from './read-rows.ts'
import { refreshReturnOverlays } from './return-overlays.ts'
import type {
  CategoryRow,
  CollectionRow,
  ExpenseRow,
  InvoiceRow,
  OutboxEntry,
  ServerCopyRow,
  VendorRow,
} from './rows.ts'
import { deleteServerCopy, findServerCopy, upsertServerCopy } from './server-copies.ts'
import { vendorFromRow, vendorRow } from './vendor-row.ts'

/** A record of any kind in its stored form, with its kind. */
export type AnyRecord =
  | { readonly kind: 'invoice'; readonly record: Invoice }
  | { readonly kind: 'customer'; readonly record: Customer }
  | { readonly kind: 'product'; readonly record: Product }
  | { readonly kind: 'vendor'; readonly record: Vendor }
  | { readonly kind: 'category'; readonly record: Category }
  | { readonly kind: 'expense'; readonly record: Expense }
  | { readonly kind: 'collection'; readonly record: Collection }

/** A record of any kind but an invoice, which also has a month and counters. */
type RecordRow = { readonly id: string; readonly rev: number; readonly pending: PendingWork }

/** The table of a kind of record that is compared and fetched again as a whole. */
export function recordTable(
  db: AccountDatabase,
  kind: Exclude<RecordKind, 'invoice'>,
): Table<RecordRow, string> {
  const tables = {
    customer: db.customers,
    product: db.products,
    vendor: db.vendors,
    category: db.categories,
    expense: db.expenses,
    collection: db.collections,
  }
  // Each table contains at least these fields; Dexie's types are invariant in the row.
  return tables[kind] as unknown as Table<RecordRow, string>
}

export type RecordName = { readonly kind: RecordKind; readonly id: string }

type Stored = { readonly found: AnyRecord; readonly pending: PendingWork }

async function findStored(
  db: AccountDatabase,
  names: readonly RecordName[],
): Promise<(Stored | undefined)[]> {
  const idsOf = (kind: RecordKind) => names.flatMap((name) => (name.kind === kind ? name.id : []))
  const invoices = await readRows(db.invoices, idsOf('invoice'))
  const customers = await readRows(db.customers, idsOf('customer'))
  const products = await readRows(db.products, idsOf('product'))
  const vendors = await readRows(db.vendors, idsOf('vendor'))
  const categories = await readRows(db.categories, idsOf('category'))
  const expenses = await readRows(db.expenses, idsOf('expense'))
  const collections = await readRows(db.collections, idsOf('collection'))
  const stored = new Map<string, Stored>()
  const add = (found: AnyRecord, pending: PendingWork) => {
    stored.set(`${found.kind}:${found.record.id}`, { found, pending })
  }
  for (const row of invoices) if (row) add({ kind: 'invoice', record: invoiceFromRow(row) }, row.pending)
  for (const row of customers) if (row) add({ kind: 'customer', record: customerFromRow(row) }, row.pending)
  for (const row of products) if (row) add({ kind: 'product', record: productFromRow(row) }, row.pending)
  for (const row of vendors) if (row) add({ kind: 'vendor', record: vendorFromRow(row) }, row.pending)
  for (const row of categories) if (row) add({ kind: 'category', record: categoryFromRow(row) }, row.pending)
  for (const row of expenses) if (row) add({ kind: 'expense', record: expenseFromRow(row) }, row.pending)
  for (const row of collections) {
    if (row) add({ kind: 'collection', record: collectionFromRow(row) }, row.pending)
  }
  return names.map(({ kind, id }) => stored.get(`${kind}:${id}`))
}

/** Records as this phone has them, in the given order; `undefined` for missing ones. */
export async function findRecords(
  db: AccountDatabase,
  names: readonly RecordName[],
): Promise<(AnyRecord | undefined)[]> {
  return (await findStored(db, names)).map((stored) => stored?.found)
}

/** The record as this phone has it; `undefined` when it has none. */
export async function findRecord(
  db: AccountDatabase,
  kind: RecordKind,
  id: string,
): Promise<AnyRecord | undefined> {
  const [found] = await findRecords(db, [{ kind, id }])
  return found
}

export type RecordWrite = { readonly record: AnyRecord; readonly pending: PendingWork }

/** Writes records with what the outbox holds about each. What only this phone stores of them (last use) is kept. */
export async function upsertRecords(db: AccountDatabase, writes: readonly RecordWrite[]): Promise<void> {
  const invoices: InvoiceRow[] = []
  const expenses: ExpenseRow[] = []
  const collections: CollectionRow[] = []
  const vendors: VendorRow[] = []
  const categories: CategoryRow[] = []
  const customers: { record: Customer; pending: PendingWork }[] = []
  const products: { record: Product; pending: PendingWork }[] = []
  for (const { record: found, pending } of writes) {
    if (found.kind === 'invoice') invoices.push(invoiceRow(found.record, pending))
    else if (found.kind === 'customer') customers.push({ record: found.record, pending })
    else if (found.kind === 'expense') expenses.push(expenseRow(found.record, pending))
    else if (found.kind === 'vendor') vendors.push(vendorRow(found.record, pending))
    else if (found.kind === 'category') categories.push(categoryRow(found.record, pending))
    else if (found.kind === 'collection') collections.push({ ...found.record, pending })
    else products.push({ record: found.record, pending })
  }
  await upsertInvoices(db, invoices)
  if (expenses.length > 0) await db.expenses.bulkPut(expenses)
  if (collections.length > 0) await db.collections.bulkPut(collections)
  if (vendors.length > 0) await db.vendors.bulkPut(vendors)
  if (categories.length > 0) await db.categories.bulkPut(categories)
  if (customers.length > 0) {
    const known = await readRows(
      db.customers,
      customers.map(({ record }) => record.id),
    )
    await db.customers.bulkPut(
      customers.map(({ record, pending }, index) => customerRow(record, pending, known[index]?.usedAt)),
    )
  }
  if (products.length > 0) {
    const known = await readRows(
      db.products,
      products.map(({ record }) => record.id),
    )
    await db.products.bulkPut(
      products.map(({ record, pending }, index) => productRow(record, pending, known[index]?.usedAt)),
    )
  }
}

export async function upsertRecord(
  db: AccountDatabase,
  record: AnyRecord,
  pending: PendingWork,
): Promise<void> {
  await upsertRecords(db, [{ record, pending }])
}

export async function deleteRecord(db: AccountDatabase, kind: RecordKind, id: string): Promise<void> {
  if (kind === 'invoice') await deleteInvoices(db, [id])
  else await recordTable(db, kind).delete(id)
}

/** The current id of a record: the server may have stored it under another id than this phone gave it. */
export async function resolveId(db: AccountDatabase, id: string): Promise<string> {
  const aliases = await findMeta(db, 'aliases')
  return aliases?.[id] ?? id
}

function samePending(one: PendingWork, other: PendingWork): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Updates what lists show of the records of some ordering keys, where it changed: writing a row with its indexes is
 * the most expensive operation; and what refunds and cancellations add to the totals. Call after every change of the outbox.
 */
export async function refreshPending(db: AccountDatabase, given: Iterable<string>): Promise<void> {
  const orderingKeys = [...new Set(given)]
  if (orderingKeys.length === 0) return
  const aliases = (await findMeta(db, 'aliases')) ?? {}
  const named = orderingKeys.flatMap((orderingKey) => {
    const name = recordOfOrderingKey(orderingKey)
    return name ? [{ lane: orderingKey, kind: name.kind, id: aliases[name.id] ?? name.id }] : []
  })
  const [stored, entries] = [await findStored(db, named), await listByOrderingKeys(db, orderingKeys)]
  await upsertRecords(
    db,
    named.flatMap(({ lane }, index) => {
      const current = stored[index]
      const pending = pendingOf(entries.get(lane) ?? [])
      return current && !samePending(current.pending, pending) ? [{ record: current.found, pending }] : []
    }),
  )
  for (const [index, { lane, kind }] of named.entries()) {
    const found = stored[index]?.found
    const invoice = found?.kind === 'invoice' ? found.record : undefined
    if (kind === 'invoice') await refreshReturnOverlays(db, invoice, entries.get(lane) ?? [])
  }
}

/**
 * Stores the server's form of a record before a person's edit covers it, so that discarding the edit can show it.
 * `found` is the record before the edit, `entries` the outbox entries of its ordering key before the edit.
 */
export async function saveServerCopy(
  db: AccountDatabase,
  found: AnyRecord | undefined,
  entries: readonly OutboxEntry[],
): Promise<void> {
  if (!found || found.record.rev === 0) return
  if (entries.some((entry) => isUnsent(entry) && isContentWrite(entry))) return
  const { id, rev } = found.record
  await upsertServerCopy(db, { t: found.kind, id, rev, op: 'put', row: found.record })
}

/** The record that was held back; `undefined` when the server had deleted it. */
export function recordOfServerCopy({ t, op, row }: ServerCopyRow): AnyRecord | undefined {
  // Server copies are written by `saveServerCopy` and by the inbox, both from checked records of this kind.
  return op === 'delete' ? undefined : ({ kind: t, record: row } as AnyRecord)
}

/** Shows the server's form again once nothing unsent covers it. A record that the server never had is deleted. */
export async function restoreServerCopy(db: AccountDatabase, kind: RecordKind, id: string): Promise<void> {
  const entries = await listByOrderingKey(db, orderingKeyOf(kind, id))
  if (entries.some((entry) => isUnsent(entry) && isContentWrite(entry))) return
  const serverCopy = await findServerCopy(db, kind, id)
  if (serverCopy) {
    await deleteServerCopy(db, kind, id)
    const record = recordOfServerCopy(serverCopy)
    if (record) await upsertRecord(db, record, pendingOf(entries))
    else await deleteRecord(db, kind, id)
    return
  }
  const found = await findRecord(db, kind, id)
  if (found && found.record.rev === 0) await deleteRecord(db, kind, id)
}
