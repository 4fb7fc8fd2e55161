import type { AccountDatabase } from './account-database.ts'
import { findMeta, upsertMeta } from './meta.ts'
import type { CustomerRow } from './rows.ts'
import { isListed } from './search-rows.ts'

/** Merges made on this phone that the server has not confirmed; a refused one does not count any more. */
async function readWaiting(db: AccountDatabase): Promise<[from: string, into: string][]> {
  const made = Object.entries((await findMeta(db, 'merges')) ?? {})
  if (made.length === 0) return []
  const rows = await db.run(() => db.customers.bulkGet(made.map(([from]) => from)))
  return made.filter((_, at) => {
    const row = rows[at]
    return row !== undefined && !isListed(row)
  })
}

/** Stores a merge for the screens of this phone until the server has confirmed it. Call inside the work transaction. */
export async function insertMerge(db: AccountDatabase, from: string, into: string): Promise<void> {
  await upsertMeta(db, 'merges', { ...Object.fromEntries(await readWaiting(db)), [from]: into })
}

/** The ids whose invoices are those of a customer: its own, and those of all that were merged into it. */
export async function listIdsOf(
  db: AccountDatabase,
  customer: Pick<CustomerRow, 'id' | 'mergedIds'>,
): Promise<string[]> {
  const waiting = await readWaiting(db)
  const ids = new Set([customer.id, ...(customer.mergedIds ?? [])])
  // A set that grows while it is walked: what was merged into a merged one follows too.
  for (const id of ids) {
    for (const [from, into] of waiting) if (into === id) ids.add(from)
    const merged = id === customer.id ? undefined : await db.run(() => db.customers.get(id))
    for (const older of merged?.mergedIds ?? []) ids.add(older)
  }
  return [...ids]
}

/** Gives the customer who has the invoices of an id: itself, unless it was merged into another. */
export async function readMergeTargets(db: AccountDatabase): Promise<(id: string) => string> {
  const aliases = (await findMeta(db, 'aliases')) ?? {}
  const into = new Map([...Object.entries(aliases), ...(await readWaiting(db))])
  return (id) => {
    const seen = new Set<string>()
    let at = id
    for (let next = into.get(at); next !== undefined && !seen.has(next); next = into.get(at)) {
      seen.add(next)
      at = next
    }
    return at
  }
}
