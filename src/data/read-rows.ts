import type { Table } from 'dexie'

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
