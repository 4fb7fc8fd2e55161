import type { Table } from 'dexie'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import { foldText, prefixEnd } from './fold-text.ts'
import { numberPrefixes } from './number-key.ts'

/** A marker among the keys of a disabled row; no text that a person types begins with it. */
export const INACTIVE_KEY = '\u0001off'
/** The same for a product that is shown first. */
export const FAVOURITE_KEY = '\u0001first'
/** Begins the key that holds the category of a product as it is written. */
export const CATEGORY_KEY = '\u0002'

export type Searchable = {
  readonly id: string
  readonly nameKey: string
  readonly keys: readonly string[]
  readonly active: boolean
  readonly pending: PendingWork
}

/** Not waiting to be deleted on the server: what a person deleted is gone for them at once. */
export function isListed({ pending }: Pick<Searchable, 'pending'>): boolean {
  return pending.kind !== 'waiting' || !pending.deletes
}

/** Whether a row is offered where one is chosen: neither switched off nor deleted. */
export function isOffered(row: Pick<Searchable, 'active' | 'pending'>): boolean {
  return row.active && isListed(row)
}

/** The forms of a typed text that keys are compared with; empty for an empty text. */
export function wantedKeys(text: string): string[] {
  return [...new Set([foldText(text), ...numberPrefixes(text)])].filter((key) => key !== '')
}

/** How many more rows are read than asked for: some match under two keys, or are switched off. */
const SPARE_ROWS = 10

/**
 * Active rows (all rows `withInactive`) one of whose keys begins with a text, by name; never read with a cursor, which
 * costs several times as much. One read answers most texts. More rows are read where too many of the first are left out,
 * and a text without digits is looked for as a number only where there is space left.
 */
export async function searchByKeys<Row extends Searchable>(
  table: Table<Row, string>,
  text: string,
  limit: number,
  withInactive = false,
): Promise<Row[]> {
  const found = new Map<string, Row>()
  const read = async (prefixes: readonly string[], count: number): Promise<boolean> => {
    const lists = await Promise.all(
      prefixes.map((prefix) => table.where('keys').between(prefix, prefixEnd(prefix)).limit(count).toArray()),
    )
    for (const row of lists.flat()) if (isListed(row) && (withInactive || row.active)) found.set(row.id, row)
    return lists.some((rows) => rows.length >= count)
  }
  const wanted = wantedKeys(text)
  const first = /\d/.test(text) ? wanted : wanted.slice(0, 1)
  const mayHaveMore = await read(first, limit + SPARE_ROWS)
  if (mayHaveMore && found.size < limit) await read(first, limit * 3)
  if (first.length < wanted.length && found.size < limit) await read(wanted.slice(1), limit * 3)
  return [...found.values()]
    .sort((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : 0))
    .slice(0, limit)
}

/** Those of some rows that are still offered, in the given order. */
export async function listOffered<Row extends Searchable>(
  table: Table<Row, string>,
  ids: readonly string[],
): Promise<Row[]> {
  const rows = await table.bulkGet([...ids])
  return rows.filter((row) => row !== undefined && isOffered(row)) as Row[]
}

/** Rows of two lists, each once, those of the first list first; at most `limit`. */
export function mergeRows<Row extends { readonly id: string }>(
  first: readonly Row[],
  others: readonly Row[],
  limit: number,
): Row[] {
  return [...new Map([...first, ...others].map((row) => [row.id, row])).values()].slice(0, limit)
}

/**
 * `searchByKeys`, and below it the rows `inside`: those that a search for the text inside words found
 * (`blocks/search-inside`). A row that was deleted or switched off since is left out.
 */
export async function searchWithInside<Row extends Searchable>(
  table: Table<Row, string>,
  text: string,
  limit: number,
  inside: readonly string[] = [],
): Promise<Row[]> {
  const beginning = await searchByKeys(table, text, limit)
  if (beginning.length >= limit || inside.length === 0) return beginning
  return mergeRows(beginning, await listOffered(table, inside), limit)
}

/** The position of a row in the list by name, for the next page. */
export function pageKey(row: Pick<Searchable, 'nameKey' | 'id'>): string {
  return `${row.nameKey}\n${row.id}`
}

/** One page of the list by name, after the row whose `pageKey` is given. Includes disabled rows. */
export async function listByName<Row extends Searchable>(
  table: Table<Row, string>,
  page: { readonly after?: string; readonly limit: number },
): Promise<Row[]> {
  if (page.after === undefined) return table.orderBy('nameKey').limit(page.limit).toArray()
  const [nameKey = '', id = ''] = page.after.split('\n')
  // Rows of one name follow each other by id: those up to `id` were on the page before.
  const same = await table.where('nameKey').equals(nameKey).toArray()
  const rest = same.filter((row) => row.id > id)
  const more = await table.where('nameKey').above(nameKey).limit(page.limit).toArray()
  return [...rest, ...more].slice(0, page.limit)
}
