import type { AccountDatabase } from './account-database.ts'
import { invoiceKeysRow } from './invoice-keys.ts'
import { deleteMeta, findMeta, upsertMeta } from './meta.ts'

/** Batch size beside the work of the screen: more would slow it down. */
const BATCH_SIZE = 50
/** More than a phone writes and fetches while an older app is used for a while. */
const SCAN_LIMIT = 500

/**
 * Gives the next batch its keys, newest first; returns whether there is more to do. Several windows may do it at the
 * same time.
 */
export async function indexOlderInvoices(db: AccountDatabase): Promise<boolean> {
  return db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
    const before = await findMeta(db, 'keyless-before')
    if (before === undefined) return false
    const rows = await db.invoices.where('id').below(before).reverse().limit(BATCH_SIZE).toArray()
    await db.invoiceKeys.bulkPut(rows.map(invoiceKeysRow))
    const last = rows.at(-1)
    if (rows.length === BATCH_SIZE && last) await upsertMeta(db, 'keyless-before', last.id)
    else await deleteMeta(db, 'keyless-before')
    return rows.length === BATCH_SIZE
  })
}

/**
 * Gives keys to some of the newest invoices that have none, and returns whether to call it again. An older app, still
 * open in another window or restored, writes invoices without keys, so call it at every start.
 */
export async function indexMissedInvoices(db: AccountDatabase): Promise<boolean> {
  return db.transaction('rw', db.invoices, db.invoiceKeys, async () => {
    const [ids, indexedIds] = await Promise.all([
      db.invoices.orderBy('id').reverse().limit(SCAN_LIMIT).primaryKeys(),
      db.invoiceKeys.orderBy('id').reverse().limit(SCAN_LIMIT).primaryKeys(),
    ])
    const known = new Set(indexedIds)
    // Below the last one read nothing is known.
    const lowest = indexedIds.length < SCAN_LIMIT ? '' : (indexedIds.at(-1) ?? '')
    const missingIds = ids.filter((id) => id > lowest && !known.has(id)).slice(0, BATCH_SIZE)
    const rows = (await db.invoices.bulkGet(missingIds)).filter((row) => row !== undefined)
    await db.invoiceKeys.bulkPut(rows.map(invoiceKeysRow))
    return missingIds.length === BATCH_SIZE
  })
}
