import { Dexie } from 'dexie'
import type { AccountDatabase } from '#data/account-database.ts'
import { deleteOrphanedOverlays } from '#data/aggregates.ts'
import { insertAudit } from '#data/audit.ts'
import { recountInvoices } from '#data/invoices.ts'
import { findMetas, NO_CONTACT, upsertMeta, upsertMetas } from '#data/meta.ts'
import { countNameless, insertEntry, listByOrderingKeys, UNSENT_STATES } from '#data/outbox-entries.ts'
import { importKeyOf, isUnsent, orderingKeyOf, type RecordKind } from '#data/outbox-entry.ts'
import { placeholderOf } from '#data/outbox-entry-schema.ts'
import { refreshPending } from '#data/records.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { Account } from '#session/account.ts'
import { nextDeviceSeq } from './outbox/enqueue.ts'

/** So many at a time; the next ones at the next start. */
const MAX_AT_ONCE = 500

type Waiting = {
  readonly orderingKey: string
  readonly type: string
  /** The chunk of an imported file that has it. */
  readonly importKey?: string | undefined
}

const isPending = ({ pending }: { readonly pending: PendingWork }): boolean => pending.kind !== 'none'

/** Sales that are shown as waiting to be sent. */
async function listWaitingSales(db: AccountDatabase): Promise<Waiting[]> {
  const rows = await db.invoices
    .where('[shown+orderKey]')
    .between(['waiting', Dexie.minKey], ['waiting', Dexie.maxKey])
    .limit(MAX_AT_ONCE)
    .toArray()
  return rows.map(({ id }) => ({ orderingKey: orderingKeyOf('invoice', id), type: 'invoice.submit' }))
}

/** Everything that is shown as waiting or as needing a person; reads whole tables. */
async function listAllWaiting(db: AccountDatabase): Promise<Waiting[]> {
  const [invoices, customers, products, vendors, categories, expenses, collections] = await Promise.all([
    db.invoices.filter((row) => isPending(row) && row.shown !== 'waiting').toArray(),
    db.customers.filter(isPending).toArray(),
    db.products.filter(isPending).toArray(),
    db.vendors.filter(isPending).toArray(),
    db.categories.filter(isPending).toArray(),
    db.expenses.filter(isPending).toArray(),
    db.collections.filter(isPending).toArray(),
  ])
  const named = (kind: RecordKind, rows: readonly { readonly id: string; readonly pending: PendingWork }[]) =>
    rows.map((row) => ({
      orderingKey: orderingKeyOf(kind, row.id),
      type: `${kind}.save`,
      importKey: importKeyOf(row),
    }))
  return [
    ...(await listWaitingSales(db)),
    ...named('invoice', invoices),
    ...named('customer', customers),
    ...named('product', products),
    ...named('vendor', vendors),
    ...named('category', categories),
    ...named('expense', expenses),
    ...named('collection', collections),
  ].slice(0, MAX_AT_ONCE)
}

async function countUnsent(db: AccountDatabase): Promise<number> {
  const counts = await Promise.all(
    UNSENT_STATES.map((state) =>
      db.outbox.where('[state+seq]').between([state, Dexie.minKey], [state, Dexie.maxKey]).count(),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * Stores that operations are gone, so that the person and the owner learn of it: the last device numbers that the
 * server has not confirmed and that no entry of the outbox has.
 */
async function noteLostWork(db: AccountDatabase, gone: number, noticedAt: Instant): Promise<void> {
  const [contact = NO_CONTACT, last = 0, before] = await findMetas(db, ['contact', 'deviceSeq', 'lost-work'])
  const numbers = [...(before?.numbers ?? [])]
  const wanted = numbers.length + gone
  const known = new Set(numbers.concat((await db.outbox.toArray()).map(({ deviceSeq }) => deviceSeq)))
  for (let number = last; number > contact.contiguousDeviceSeq && numbers.length < wanted; number -= 1) {
    if (!known.has(number)) numbers.push(number)
  }
  if (numbers.length > 0) await upsertMeta(db, 'lost-work', { noticedAt, numbers, reported: false })
}

/**
 * Finds records that are shown as waiting to be sent, or as needing a person, although the outbox has no entry of
 * them: the browser lost their operations. Each gets an entry that asks the person to open the record and send it
 * again, so that the app does not claim that everything is sent. What is gone is noted, also where its record is gone
 * as well. Also recounts the outbox. Call it when the app starts. Returns how many there were.
 */
export async function requeueLostWork(account: Account, now: number): Promise<number> {
  const { db, companyId, userId } = account
  return workTransaction(db, async () => {
    const [pending = 0, epoch = ''] = await findMetas(db, ['pending', 'epoch'])
    const unsent = await countUnsent(db)
    if (pending !== unsent) await upsertMeta(db, 'pending', unsent)
    // Fewer entries than were counted, or one that does not say what it is about: then all records are checked.
    const isIncomplete = unsent < pending || (await countNameless(db)) > 0
    const waiting = isIncomplete ? await listAllWaiting(db) : await listWaitingSales(db)
    const entries = await listByOrderingKeys(
      db,
      waiting.flatMap(({ orderingKey, importKey }) => [orderingKey, importKey ?? []].flat()),
    )
    const isQueued = (key: string | undefined) => key !== undefined && (entries.get(key) ?? []).some(isUnsent)
    const lost = waiting.filter(
      ({ orderingKey, importKey }) => !isQueued(orderingKey) && !isQueued(importKey),
    )
    const at = toInstant(now)
    const gone = Math.max(pending - unsent, lost.length)
    if (gone > 0) {
      await noteLostWork(db, gone, at)
      await deleteOrphanedOverlays(db)
      // Records may be gone with it: those that the server has are fetched again.
      await upsertMetas(db, { counts: await recountInvoices(db), 'replica-due': now })
    }
    for (const { orderingKey, type } of lost) {
      const opId = db.ports.newId()
      const named = { opId, lane: orderingKey, epoch, companyId: companyId ?? '', userId, createdAt: at }
      const { seq: _, ...entry } = placeholderOf({ type }, { seq: 0, ...named })
      await insertEntry(db, { ...entry, deviceSeq: await nextDeviceSeq(db) })
      await insertAudit(db, { at, action: 'lost', subject: orderingKey, opId })
    }
    await refreshPending(
      db,
      lost.map(({ orderingKey }) => orderingKey),
    )
    return lost.length
  })
}
