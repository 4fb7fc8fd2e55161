import type { PromiseExtended, Table } from 'dexie'
import type { AccountDatabase } from './account-database.ts'

/**
 * The rows of some ids, in their order, `undefined` for those that are not there. Where most are not, as in a first
 * sync, one request finds that out instead of one for each.
 */
export async function readRows<Row>(
  table: Table<Row, string>,
  ids: readonly string[],
): Promise<(Row | undefined)[]> {
  if (ids.length === 0) return []
  if (ids.length === 1) return table.bulkGet([...ids])
  const sorted = [...ids].sort()
  const [lowest = '', highest = ''] = [sorted[0], sorted.at(-1)]
  const between = await table
    .where(':id')
    .between(lowest, highest, true, true)
    .limit(ids.length + 1)
    .primaryKeys()
  // More than were asked for: which of them are there is not known.
  if (between.length > ids.length) return table.bulkGet([...ids])
  const there = new Set(between)
  const found = ids.filter((id) => there.has(id))
  const rows = await table.bulkGet(found)
  const byId = new Map(found.map((id, at) => [id, rows[at]]))
  return ids.map((id) => byId.get(id))
}

/** Each id is a request of its own: more of them at once would keep the screen from answering. */
const PART = 25

/**
 * Reads the rows of many ids, in their order and without those that are not there, until `visit` returns `false`. The
 * screen may answer between the parts. Live: no `async` function, behind which a live query would lose track of it.
 */
export function visitInParts<Row>(
  db: AccountDatabase,
  table: Table<Row, string>,
  ids: readonly string[],
  visit: (rows: readonly Row[]) => boolean,
): PromiseExtended<void> {
  const readFrom = (at: number): PromiseExtended<void> =>
    db
      .run(() => table.bulkGet(ids.slice(at, at + PART)))
      .then((rows) => {
        const goesOn = visit(rows.filter((row) => row !== undefined))
        return goesOn && at + PART < ids.length ? readFrom(at + PART) : undefined
      })
  return readFrom(0)
}

/** The rows of many ids, as `visitInParts` reads them. */
export function readInParts<Row>(
  db: AccountDatabase,
  table: Table<Row, string>,
  ids: readonly string[],
): PromiseExtended<Row[]> {
  const found: Row[] = []
  return visitInParts(db, table, ids, (rows) => {
    found.push(...rows)
    return true
  }).then(() => found)
}
