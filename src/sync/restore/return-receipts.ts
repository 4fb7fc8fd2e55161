import type { PullAnswer } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { categoryFromRow } from '#data/categories.ts'
import { collectionFromRow } from '#data/collection-row.ts'
import { customerFromRow } from '#data/customers.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import { findMeta, type Meta, upsertMeta } from '#data/meta.ts'
import { deleteEntries, listAcknowledged } from '#data/outbox-entries.ts'
import type { Ports } from '#data/ports.ts'
import { productFromRow } from '#data/products.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { vendorFromRow } from '#data/vendor-row.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { type SerializedOperation, serializeOperation } from '../outbox/serialize-operation.ts'
import { mayBeLostDraft } from './return-drafts.ts'

export type Recover = NonNullable<PullAnswer['recover']>

function mayBeLost(row: InvoiceRow, recover: Recover): boolean {
  if (row.receipt === null) return false
  const since = (at: string) => at >= recover.since
  // What the server got after its backup is lost, whenever the person did it.
  const got = ({ at, recordedAt = at }: { readonly at: Instant; readonly recordedAt?: Instant }) =>
    since(recordedAt)
  return (
    row.receipt.gc >= recover.fromGc ||
    (row.cancellation !== null && got(row.cancellation)) ||
    (row.creditNotes?.some(got) ?? false) ||
    (row.mails?.some((mail) => since(mail.changedAt)) ?? false)
  )
}

/** An operation to queue, and its dependencies. */
type Return = { readonly operation: SerializedOperation; readonly dependsOn: readonly string[] }

/** The maximum number of dependencies of the end. */
const MAX_ORDERING_KEYS = 50
const MIN_PER_ORDERING_KEY = 50

/**
 * Receipts in the order of their numbers, under ordering keys that stay short enough to be read as a whole; the end,
 * which waits for the last of each, is sent only after all of them were executed.
 */
async function serializeReturns(
  account: Account,
  ports: Pick<Ports, 'newId'>,
  recover: Recover,
): Promise<Return[]> {
  const rows = await account.db.invoices.filter((row) => mayBeLost(row, recover)).toArray()
  rows.sort((a, b) => (a.receipt?.gc ?? 0) - (b.receipt?.gc ?? 0))
  const perOrderingKey = Math.max(MIN_PER_ORDERING_KEY, Math.ceil(rows.length / MAX_ORDERING_KEYS))
  const returns: Return[] = []
  const last = new Map<string, string>()
  for (const [index, row] of rows.entries()) {
    const orderingKey = `return:${recover.epoch}:${Math.floor(index / perOrderingKey)}`
    const serialized = serializeOperation(ports.newId, 'receipt.return', orderingKey, {
      invoice: invoiceFromRow(row),
    })
    if (serialized.kind === 'refused') continue
    returns.push({ operation: serialized.operation, dependsOn: [] })
    last.set(orderingKey, serialized.operation.opId)
  }
  const end = { epoch: recover.epoch, receipts: returns.length }
  const orderingKey = `return:${recover.epoch}:end`
  const serializedEnd = serializeOperation(ports.newId, 'receipt.return-end', orderingKey, end)
  if (serializedEnd.kind === 'frozen')
    returns.push({ operation: serializedEnd.operation, dependsOn: [...last.values()] })
  return returns
}

/** Deletes answered entries: what they did may be lost, and their positions in the feed mean nothing now. */
async function deleteAnswered(db: AccountDatabase): Promise<void> {
  const answered = await listAcknowledged(db, { from: 0, upTo: Number.MAX_SAFE_INTEGER })
  await deleteEntries(db, answered)
  await db.overlays.bulkDelete(answered.map((entry) => entry.opId))
}

type Noted = { readonly id: string; readonly rev: number }

/** What is still to be compared since the restore before, with what is stored: of each record the newest. */
function newestOf<T extends Noted>(before: readonly T[] | undefined, stored: readonly T[]): T[] {
  const newest = new Map((before ?? []).map((record) => [record.id, record]))
  for (const record of stored) {
    const known = newest.get(record.id)
    if (record.rev > (known?.rev ?? 0)) newest.set(record.id, record)
  }
  return [...newest.values()]
}

/**
 * The records that the server may have lost, and since when it may have lost the rest. After a second restore, before this
 * phone had caught up with the first, its tables are almost empty: then what was noted at the first counts too.
 */
async function noteRecords({ db, userId }: Account, { epoch, since }: Recover): Promise<Meta['returned']> {
  const before = await findMeta(db, 'returned')
  const backupAt = before?.backupAt !== undefined && before.backupAt < since ? before.backupAt : since
  return {
    epoch,
    backupAt,
    customers: newestOf(before?.customers, (await db.customers.toArray()).map(customerFromRow)),
    products: newestOf(before?.products, (await db.products.toArray()).map(productFromRow)),
    vendors: newestOf(before?.vendors, (await db.vendors.toArray()).map(vendorFromRow)),
    categories: newestOf(before?.categories, (await db.categories.toArray()).map(categoryFromRow)),
    expenses: newestOf(before?.expenses, (await db.expenses.toArray()).map(expenseFromRow)),
    collections: newestOf(before?.collections, (await db.collections.toArray()).map(collectionFromRow)),
    drafts: newestOf(
      before?.drafts,
      (await db.invoices.filter((row) => mayBeLostDraft(row, userId, backupAt)).toArray()).map(
        invoiceFromRow,
      ),
    ),
  }
}

/**
 * Queues everything that a server restored from a backup may have lost and this phone has: numbered invoices,
 * cancellations, and at last the end of the list. Customers, products, expenses and drafts are stored for
 * `returnCatalogue` to compare, and since when stock movements and counts of cash may be lost. Call it before the pulled
 * records are deleted. `false` when it was done for this restore before.
 */
export async function returnReceipts(
  account: Account,
  ports: Pick<Ports, 'clock' | 'newId'>,
  recover: Recover,
): Promise<boolean> {
  const { db } = account
  if ((await findMeta(db, 'returned'))?.epoch === recover.epoch) return false
  const returns = await serializeReturns(account, ports, recover)
  return await workTransaction(db, async () => {
    if ((await findMeta(db, 'returned'))?.epoch === recover.epoch) return false
    await deleteAnswered(db)
    const now = ports.clock.now()
    for (const { operation, dependsOn } of returns) await enqueue(account, operation, dependsOn, now)
    await upsertMeta(db, 'returned', await noteRecords(account, recover))
    return true
  })
}
