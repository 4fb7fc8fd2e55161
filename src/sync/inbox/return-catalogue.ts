import type { AccountDatabase } from '#data/account-database.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { listLane } from '#data/outbox-entries.ts'
import type { Ports } from '#data/ports.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Product } from '#domain/products/product.ts'
import type { Account } from '#session/account.ts'
import { type FileWork, fileWork, queueFiles } from '../commands/file-work.ts'
import { expenseFields } from '../expense-fields.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { isUnsent, laneOf } from '../outbox/entry.ts'
import { type Freezing, freezeOperation } from '../outbox/freeze-operation.ts'
import { type AnyRecord, readRecord, refreshPending, writeRecord } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'

function fieldsOf<T extends Customer | Product>(record: T): Omit<T, 'id' | 'companyId' | 'rev'> {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = record
  return fields
}

async function freezeSave(newId: () => string, { kind, record }: AnyRecord): Promise<Freezing> {
  const rest = { baseRev: 0, base: null }
  if (kind === 'customer') {
    const body = { customerId: record.id, ...rest, fields: fieldsOf(record) }
    return await freezeOperation(newId, 'customer.save', laneOf(kind, record.id), body)
  }
  if (kind === 'product') {
    const body = { productId: record.id, ...rest, fields: fieldsOf(record) }
    return await freezeOperation(newId, 'product.save', laneOf(kind, record.id), body)
  }
  if (kind === 'expense') {
    const { id, createdAt } = record
    const body = { expenseId: id, ...rest, fields: expenseFields(record), createdAt }
    return await freezeOperation(newId, 'expense.save', laneOf(kind, id), body)
  }
  throw new Error('invoices are returned with their receipts')
}

/** Files of expenses whose content is on this phone: the server says of each whether it still has it. */
async function filesHere(
  db: AccountDatabase,
  newId: () => string,
  expenses: readonly Expense[],
): Promise<{ readonly expenseId: string; readonly work: FileWork }[]> {
  const found: { readonly expenseId: string; readonly work: FileWork }[] = []
  for (const expense of expenses) {
    const { files = [] } = expense
    if (files.length === 0) continue
    const rows = await db.files.bulkGet(files.map(({ sha256 }) => sha256))
    const here = files.filter((_, at) => rows[at] !== undefined)
    const work = await fileWork(newId, undefined, { ...expense, files: here })
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
  const noted = await readMeta(db, 'returned')
  if (noted === undefined) return false
  const { customers, products, expenses = [] } = noted
  if (customers.length + products.length + expenses.length === 0) return false
  const known: AnyRecord[] = [
    ...customers.map((record): AnyRecord => ({ kind: 'customer', record })),
    ...products.map((record): AnyRecord => ({ kind: 'product', record })),
    ...expenses.map((record): AnyRecord => ({ kind: 'expense', record })),
  ]
  const lost: { readonly found: AnyRecord; readonly freezing: Freezing }[] = []
  for (const found of known) {
    const current = await readRecord(db, found.kind, found.record.id)
    if (current !== undefined && current.record.rev >= found.record.rev) continue
    lost.push({ found, freezing: await freezeSave(ports.newId, found) })
  }
  const files = await filesHere(db, ports.newId, expenses)
  return await workTransaction(db, async () => {
    if ((await readMeta(db, 'returned'))?.epoch !== noted.epoch) return false
    for (const { found, freezing } of lost) {
      if (freezing.kind === 'refused') continue
      const lane = laneOf(found.kind, found.record.id)
      const current = await readRecord(db, found.kind, found.record.id)
      // A person's own edit that waits here says more than what the server once had.
      const edited = (await db.outbox.where('lane').equals(lane).count()) > 0
      if (edited) continue
      await enqueue(account, freezing.operation, [], ports.clock.now())
      const shown = { ...found, record: { ...found.record, rev: current?.record.rev ?? 0 } } as AnyRecord
      await writeRecord(db, shown, { kind: 'none' })
      await refreshPending(db, [lane])
    }
    for (const { expenseId, work } of files) {
      // Behind the expense itself, if that has to go back too.
      const writing = (await listLane(db, laneOf('expense', expenseId))).findLast(isUnsent)?.opId
      await queueFiles(account, work, writing, ports.clock.now())
    }
    await writeMeta(db, 'returned', { epoch: noted.epoch, customers: [], products: [], expenses: [] })
    return lost.length > 0 || files.length > 0
  })
}
