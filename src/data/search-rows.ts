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

/**
 * Active rows (all rows `withInactive`) one of whose keys begins with a text, by name. Reads a few more rows than asked, because a row may
 * match under two keys with the same beginning or be disabled; never with a cursor, which costs several times as
 * much.
 */
export async function searchByKeys<Row extends Searchable>(
  table: Table<Row, string>,
  text: string,
  limit: number,
  withInactive = false,
): Promise<Row[]> {
  const lists = await Promise.all(
    wantedKeys(text).map((prefix) =>
      table
        .where('keys')
        .between(prefix, prefixEnd(prefix))
        .limit(limit * 3)
        .toArray(),
    ),
  )
  const found = new Map(lists.flat().map((row) => [row.id, row]))
  return [...found.values()]
    .filter((row) => isListed(row) && (withInactive || row.active))
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
