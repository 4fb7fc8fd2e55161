import type { Table } from 'dexie'
import { type Sort, type SortValue, sortRows } from '#domain/lists/sort-rows.ts'
import { isOffered, type Searchable } from './search-rows.ts'

/** The most rows that are read to sort them by a column without an index. */
export const SORTED_AT_MOST = 5_000
/** The most rows that a search reads for a table: enough to sort all that a word of a name finds. */
export const FOUND_AT_MOST = 500

/** A window of a table in the order that was asked for, or in the only one that it can be read in. */
export type SortedRows<Row, Column extends string> = {
  readonly rows: readonly Row[]
  /** There may be others below. */
  readonly more: boolean
  /** The order that the rows are in; absent when a search found too much to sort. */
  readonly sort: Sort<Column> | undefined
  /** Whether the rows can be sorted by every column, by those with an index, or by none. */
  readonly sortable: 'all' | 'indexed' | 'none'
}

export type RowsWanted<Row, Column extends string> = {
  readonly table: Table<Row, string>
  /** What a search or a filter found, when the list is not shown whole; `complete` unless there is more. */
  readonly found?: { readonly rows: readonly Row[]; readonly complete: boolean }
  readonly sort: Sort<Column | 'name'>
  readonly limit: number
  /** Which rows of the whole list are shown; absent: the active ones. */
  readonly isShown?: (row: Row) => boolean
  /** How a row is sorted by a column; called once for all rows, because a value may be read from elsewhere. */
  readonly readValues: (rows: readonly Row[], by: Column) => Promise<(row: Row) => SortValue>
  /** The columns besides the name that an index or a short list answers: their first rows. */
  readonly indexed: Partial<Record<Column, (limit: number, descending: boolean) => Promise<Row[]>>>
}

/** Whether a table can be read whole; asks the index for one key. */
async function isSmall<Row>(table: Table<Row, string>): Promise<boolean> {
  const beyond = await table.orderBy('nameKey').offset(SORTED_AT_MOST).limit(1).primaryKeys()
  return beyond.length === 0
}

/** The first rows by a column, and below them the others by name: what has nothing in the column comes last. */
export async function withOthersBelow<Row extends Searchable>(
  table: Table<Row, string>,
  first: readonly Row[],
  limit: number,
): Promise<Row[]> {
  if (first.length >= limit) return first.slice(0, limit)
  const known = new Set(first.map(({ id }) => id))
  const byName = await table
    .orderBy('nameKey')
    .limit(limit + first.length)
    .toArray()
  return [...first, ...byName.filter(({ id }) => !known.has(id))].slice(0, limit)
}

function readWindow<Row extends Searchable, Column extends string>({
  table,
  sort: { by, descending },
  limit,
  indexed,
}: RowsWanted<Row, Column>): Promise<Row[]> | undefined {
  if (by !== 'name') return indexed[by]?.(limit, descending)
  const byName = table.orderBy('nameKey')
  return (descending ? byName.reverse() : byName).limit(limit).toArray()
}

/**
 * A window of a table of active rows or those `isShown`, or of what was found, sorted by a column. The name and the columns in `indexed`
 * are read as far as they are shown, whatever the size of the table. Any other column sorts in memory, when the table
 * has at most `SORTED_AT_MOST` rows; a larger one is given by name.
 */
export async function readSortedRows<Row extends Searchable, Column extends string>(
  wanted: RowsWanted<Row, Column>,
): Promise<SortedRows<Row, Column | 'name'>> {
  const { table, found, sort, limit, isShown = isOffered, readValues } = wanted
  if (found && !found.complete) {
    const rows = found.rows.slice(0, limit)
    return { rows, more: found.rows.length > limit, sort: undefined, sortable: 'none' }
  }
  const sortable = found || (await isSmall(table)) ? 'all' : 'indexed'
  const window = found ? undefined : await readWindow(wanted)
  if (window) return { rows: window.filter(isShown), more: window.length >= limit, sort, sortable }
  if (sortable === 'indexed') {
    return readSortedRows({ ...wanted, sort: { by: 'name', descending: false } })
  }
  const all = found?.rows ?? (await table.orderBy('nameKey').limit(SORTED_AT_MOST).toArray()).filter(isShown)
  const nameOf = ({ nameKey }: Row) => nameKey
  const sortValueOf = sort.by === 'name' ? nameOf : await readValues(all, sort.by)
  const sorted = sortRows(all, sort.descending, sortValueOf, nameOf)
  return { rows: sorted.slice(0, limit), more: sorted.length > limit, sort, sortable }
}
