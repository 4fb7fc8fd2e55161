import { expenseFields } from '#contract/expense-body.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import type { Ports } from '#data/ports.ts'
import { type AnyRecord, findRecord, refreshPending, upsertRecord } from '#data/records.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { enqueueFiles, fileChanges } from '../outbox/file-operations.ts'
import { type Serialization, serializeOperation } from '../outbox/serialize-operation.ts'
import { returnDrafts } from './return-drafts.ts'
import { returnDrawerCounts } from './return-drawer-counts.ts'
import { returnBeforeEdit } from './return-edited.ts'
import { backupOnPhone, returnStock } from './return-stock.ts'

function serializeSave(newId: () => string, { kind, record }: AnyRecord): Serialization {
  const rest = { baseRev: 0, base: null }
  if (kind === 'customer') {
    const body = { customerId: record.id, ...rest, fields: fieldsOf(record) }
    return serializeOperation(newId, 'customer.save', orderingKeyOf(kind, record.id), body)
  }
  if (kind === 'product') {
    const body = { productId: record.id, ...rest, fields: fieldsOf(record) }
    return serializeOperation(newId, 'product.save', orderingKeyOf(kind, record.id), body)
  }
  if (kind === 'vendor') {
    const body = { vendorId: record.id, ...rest, fields: fieldsOf(record), returned: true as const }
    return serializeOperation(newId, 'vendor.save', orderingKeyOf(kind, record.id), body)
  }
  if (kind === 'category') {
    const body = { categoryId: record.id, ...rest, fields: fieldsOf(record) }
    return serializeOperation(newId, 'category.save', orderingKeyOf(kind, record.id), body)
  }
  if (kind === 'expense') {
    const { id, createdAt, createdBy } = record
    const returned = { byId: createdBy }
    const body = { expenseId: id, ...rest, fields: expenseFields(record), createdAt, returned }
    return serializeOperation(newId, 'expense.save', orderingKeyOf(kind, id), body)
  }
  if (kind === 'collection') {
    const { id, invoiceId, at, day, type, amount, reference, byId, canceled, canceledAt } = record
    const returned = { ...(byId && { byId }), canceled, ...(canceledAt && { canceledAt }) }
    const body = { collectionId: id, invoiceId, fields: { day, type, amount, reference }, at, returned }
    return serializeOperation(newId, 'collection.save', orderingKeyOf(kind, id), body)
  }
  throw new Error('invoices are returned with their receipts')
}

/**
 * What a server has to execute to have a record as this phone knows it. A canceled payment is canceled again by an
 * operation of its own: an older server saves it as one that counts.
 */
function serializeReturn(
  newId: () => string,
  known: AnyRecord,
  current: AnyRecord | undefined,
): Serialization[] {
  const { kind, record } = known
  if (kind !== 'collection' || !record.canceled) return [serializeSave(newId, known)]
  const { id: collectionId, canceledAt } = record
  const body = { collectionId, ...(canceledAt && { at: canceledAt }) }
  const cancel = serializeOperation(newId, 'collection.cancel', orderingKeyOf(kind, collectionId), body)
  return current === undefined ? [serializeSave(newId, known), cancel] : [cancel]
}

/**
 * Those that were merged before the one that stays, which may have their numbers: a number is refused as long as the server
 * has it at another vendor. Of a chain the first one first: none is merged into one that is gone. The limit ends a circle.
 */
function mergedFirst(vendors: readonly Vendor[]): Vendor[] {
  const byId = new Map(vendors.map((vendor) => [vendor.id, vendor]))
  const stepsOf = (vendor: Vendor | undefined, steps = 0): number =>
    vendor?.mergedInto && steps < 20 ? stepsOf(byId.get(vendor.mergedInto), steps + 1) : steps
  return [...vendors].sort((one, other) => stepsOf(other) - stepsOf(one))
}

/** Files of an expense whose content is on this phone: the server answers for each whether it still has it. */
async function listFilesHere(db: AccountDatabase, expense: Expense): Promise<readonly string[]> {
  const { files = [] } = expense
  if (files.length === 0) return []
  const rows = await db.files.bulkGet(files.map(({ sha256 }) => sha256))
  return fileChanges(undefined, { ...expense, files: files.filter((_, at) => rows[at] !== undefined) }).added
}

/**
 * Returns customers, products, vendors, categories, expenses, drafts, stock movements and counts of cash to a restored
 * server that does not have them, or has an older form. Call it when everything the server has was pulled again. Does nothing unless `returnReceipts` stored
 * them. Returns whether something was queued.
 */
export function returnCatalogue(account: Account, ports: Pick<Ports, 'clock' | 'newId'>): Promise<boolean> {
  const { db } = account
  const { clock, newId } = ports
  return workTransaction(db, async () => {
    const returned = await findMeta(db, 'returned')
    if (returned === undefined) return false
    const { customers, products, vendors = [], categories = [], expenses = [], collections = [] } = returned
    const known: AnyRecord[] = [
      ...customers.map((record): AnyRecord => ({ kind: 'customer', record })),
      ...products.map((record): AnyRecord => ({ kind: 'product', record })),
      ...mergedFirst(vendors).map((record): AnyRecord => ({ kind: 'vendor', record })),
      ...categories.map((record): AnyRecord => ({ kind: 'category', record })),
      ...expenses.map((record): AnyRecord => ({ kind: 'expense', record })),
      // Canceled payments first: while an older server counts one, it refuses the payment that replaced it.
      ...[...collections]
        .sort((one, other) => Number(other.canceled) - Number(one.canceled))
        .map((record): AnyRecord => ({ kind: 'collection', record })),
    ]
    if (known.length === 0 && returned.backupAt === undefined) return false
    let returns = 0
    for (const found of known) {
      const current = await findRecord(db, found.kind, found.record.id)
      if (current !== undefined && current.record.rev >= found.record.rev) continue
      const { kind, record } = found
      returns += 1
      const orderingKey = orderingKeyOf(kind, record.id)
      // A pending edit by a person contains more than what the server once had, and needs only what it changes.
      const edited = (await db.outbox.where('lane').equals(orderingKey).count()) > 0
      if (edited) {
        await returnBeforeEdit(account, ports, found, returned.epoch)
        continue
      }
      const operations = serializeReturn(newId, found, current).flatMap((serialized) =>
        serialized.kind === 'refused' ? [] : [serialized.operation],
      )
      if (operations.length === 0) continue
      const dependsOn: string[] = []
      for (const operation of operations) {
        await enqueue(account, operation, dependsOn, clock.now())
        dependsOn.push(operation.opId)
      }
      const shown = { ...found, record: { ...found.record, rev: current?.record.rev ?? 0 } } as AnyRecord
      await upsertRecord(db, shown, { kind: 'none' })
      await refreshPending(db, [orderingKey])
    }
    for (const expense of expenses) {
      const added = await listFilesHere(db, expense)
      if (added.length === 0) continue
      returns += 1
      // After the expense itself, if that has to be returned too.
      const entries = await listByOrderingKey(db, orderingKeyOf('expense', expense.id))
      const saveOpId = entries.filter(isUnsent).at(-1)?.opId
      await enqueueFiles(account, newId, expense.id, { added, removed: [] }, saveOpId, clock.now())
    }
    returns += await returnDrafts(account, ports, returned.drafts ?? [])
    if (returned.backupAt !== undefined) {
      const since = await backupOnPhone(db, returned.backupAt)
      returns += await returnStock(account, ports, since)
      returns += await returnDrawerCounts(account, ports, since)
    }
    await upsertMeta(db, 'returned', { epoch: returned.epoch, customers: [], products: [] })
    return returns > 0
  })
}
