import { expenseFields } from '#contract/expense-body.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import type { Ports } from '#data/ports.ts'
import { type AnyRecord, findRecord, refreshPending, upsertRecord } from '#data/records.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Product } from '#domain/products/product.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { enqueueFiles, type FileOperations, planFileOperations } from '../outbox/file-operations.ts'
import { type Serialization, serializeOperation } from '../outbox/serialize-operation.ts'

function fieldsOf<T extends Customer | Product>(record: T): Omit<T, 'id' | 'companyId' | 'rev'> {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = record
  return fields
}

async function serializeSave(newId: () => string, { kind, record }: AnyRecord): Promise<Serialization> {
  const rest = { baseRev: 0, base: null }
  if (kind === 'customer') {
    const body = { customerId: record.id, ...rest, fields: fieldsOf(record) }
    return await serializeOperation(newId, 'customer.save', orderingKeyOf(kind, record.id), body)
  }
  if (kind === 'product') {
    const body = { productId: record.id, ...rest, fields: fieldsOf(record) }
    return await serializeOperation(newId, 'product.save', orderingKeyOf(kind, record.id), body)
  }
  if (kind === 'expense') {
    const { id, createdAt } = record
    const body = { expenseId: id, ...rest, fields: expenseFields(record), createdAt }
    return await serializeOperation(newId, 'expense.save', orderingKeyOf(kind, id), body)
  }
  throw new Error('invoices are returned with their receipts')
}

/** Files of expenses whose content is on this phone: the server says of each whether it still has it. */
async function filesHere(
  db: AccountDatabase,
  newId: () => string,
  expenses: readonly Expense[],
): Promise<{ readonly expenseId: string; readonly work: FileOperations }[]> {
  const found: { readonly expenseId: string; readonly work: FileOperations }[] = []
  for (const expense of expenses) {
    const { files = [] } = expense
    if (files.length === 0) continue
    const rows = await db.files.bulkGet(files.map(({ sha256 }) => sha256))
    const here = files.filter((_, at) => rows[at] !== undefined)
    const work = await planFileOperations(newId, undefined, { ...expense, files: here })
    if (work.added.length > 0) found.push({ expenseId: expense.id, work })
  }
  return found
}

/**
 * Gives customers, products and expenses back to a restored server that turned out not to have them, or to have an older form:
 * to be called when everything it has was pulled anew. Does nothing unless `returnReceipts` noted them. Gives whether
 * something was queued.
 */
export async function returnCatalogue(
  account: Account,
  ports: Pick<Ports, 'clock' | 'newId'>,
): Promise<boolean> {
  const { db } = account
  const returned = await findMeta(db, 'returned')
  if (returned === undefined) return false
  const { customers, products, expenses = [] } = returned
  if (customers.length + products.length + expenses.length === 0) return false
  const known: AnyRecord[] = [
    ...customers.map((record): AnyRecord => ({ kind: 'customer', record })),
    ...products.map((record): AnyRecord => ({ kind: 'product', record })),
    ...expenses.map((record): AnyRecord => ({ kind: 'expense', record })),
  ]
  const missing: { readonly found: AnyRecord; readonly serialized: Serialization }[] = []
  for (const found of known) {
    const current = await findRecord(db, found.kind, found.record.id)
    if (current !== undefined && current.record.rev >= found.record.rev) continue
    missing.push({ found, serialized: await serializeSave(ports.newId, found) })
  }
  const files = await filesHere(db, ports.newId, expenses)
  return await workTransaction(db, async () => {
    if ((await findMeta(db, 'returned'))?.epoch !== returned.epoch) return false
    for (const { found, serialized } of missing) {
      if (serialized.kind === 'refused') continue
      const orderingKey = orderingKeyOf(found.kind, found.record.id)
      const current = await findRecord(db, found.kind, found.record.id)
      // A person's own edit that waits here says more than what the server once had.
      const edited = (await db.outbox.where('lane').equals(orderingKey).count()) > 0
      if (edited) continue
      await enqueue(account, serialized.operation, [], ports.clock.now())
      const shown = { ...found, record: { ...found.record, rev: current?.record.rev ?? 0 } } as AnyRecord
      await upsertRecord(db, shown, { kind: 'none' })
      await refreshPending(db, [orderingKey])
    }
    for (const { expenseId, work } of files) {
      // Behind the expense itself, if that has to go back too.
      const saveOpId = (await listByOrderingKey(db, orderingKeyOf('expense', expenseId))).findLast(
        isUnsent,
      )?.opId
      await enqueueFiles(account, work, saveOpId, ports.clock.now())
    }
    await upsertMeta(db, 'returned', { epoch: returned.epoch, customers: [], products: [], expenses: [] })
    return missing.length > 0 || files.length > 0
  })
}
