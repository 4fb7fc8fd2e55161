import type { AccountDatabase } from './account-database.ts'
import { invoiceKeysRow } from './invoice-keys.ts'
import { readMeta, removeMeta, writeMeta } from './meta.ts'

/** So many in one piece beside the work of the screen: more would hold it up. */
const PIECE = 50
/** More than a phone writes and fetches while it uses an older app for a while. */
const LOOKED_AT = 500

/** Gives the next piece its keys, newest first; whether there is more to do. Any number of windows may do it. */
export async function rekeyInvoices(db: AccountDatabase): Promise<boolean> {
  return db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, async () => {
    const before = await readMeta(db, 'keyless-before')
    if (before === undefined) return false
    const rows = await db.invoices.where('id').below(before).reverse().limit(PIECE).toArray()
    await db.invoiceKeys.bulkPut(rows.map(invoiceKeysRow))
    const last = rows.at(-1)
    if (rows.length === PIECE && last) await writeMeta(db, 'keyless-before', last.id)
    else await removeMeta(db, 'keyless-before')
    return rows.length === PIECE
  })
}

/**
 * Gives keys to some of the newest invoices that have none, and tells whether to ask again: an older app, open in
 * another window or gone back to, writes invoices without. To be called at every start.
 */
export async function keyUnkeyed(db: AccountDatabase): Promise<boolean> {
  return db.transaction('rw', db.invoices, db.invoiceKeys, async () => {
    const [ids, keyed] = await Promise.all([
      db.invoices.orderBy('id').reverse().limit(LOOKED_AT).primaryKeys(),
      db.invoiceKeys.orderBy('id').reverse().limit(LOOKED_AT).primaryKeys(),
    ])
    const known = new Set(keyed)
    // Below the last one looked at nothing is known.
    const lowest = keyed.length < LOOKED_AT ? '' : (keyed.at(-1) ?? '')
    const unkeyed = ids.filter((id) => id > lowest && !known.has(id)).slice(0, PIECE)
    const rows = (await db.invoices.bulkGet(unkeyed)).filter((row) => row !== undefined)
    await db.invoiceKeys.bulkPut(rows.map(invoiceKeysRow))
    return unkeyed.length === PIECE
  })
}
