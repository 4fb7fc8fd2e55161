import type { AccountDatabase } from './account-database.ts'
import { giveKeys } from './give-keys.ts'
import { readMeta, removeMeta, writeMeta } from './meta.ts'

/** So many in one piece beside the work of the screen: more would hold it up. */
const PIECE = 50

/** Gives the next piece its keys, newest first; whether there is more to do. Any number of windows may do it. */
export async function rekeyInvoices(db: AccountDatabase): Promise<boolean> {
  return db.transaction('rw', db.invoices, db.meta, async () => {
    const before = await readMeta(db, 'keyless-before')
    if (before === undefined) return false
    const rows = await db.invoices.where('id').below(before).reverse().limit(PIECE).toArray()
    await giveKeys(db.invoices, rows)
    const last = rows.at(-1)
    if (rows.length === PIECE && last) await writeMeta(db, 'keyless-before', last.id)
    else await removeMeta(db, 'keyless-before')
    return rows.length === PIECE
  })
}
