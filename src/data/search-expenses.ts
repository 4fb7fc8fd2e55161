import type { Collection } from 'dexie'
import type { AccountDatabase } from './account-database.ts'
import { foldText, prefixEnd } from './fold-text.ts'
import { numberKeyOf } from './number-key.ts'
import { visitInParts } from './read-rows.ts'
import type { ExpenseRow } from './rows.ts'

/** So many are read with their keys by one request; more by their ids, each with a request of its own. */
const FEW = 100

/**
 * What finds an expense: the beginning of a word of vendor or note, or of a number, and the whole amount. A query can be
 * asked once.
 */
function queriesFor(db: AccountDatabase, text: string): (() => Collection<ExpenseRow, string>)[] {
  const prefixes = [...new Set([foldText(text), numberKeyOf(text)])].filter((prefix) => prefix !== '')
  const amount = /^[\d,]+$/.test(text.trim()) ? Number(text.replaceAll(',', '')) * 100 : undefined
  const keys = () => db.expenses.where('keys')
  return [
    ...prefixes.map((prefix) => () => keys().between(prefix, prefixEnd(prefix))),
    ...(amount === undefined ? [] : [() => keys().equals(`#${amount}`)]),
  ]
}

/**
 * Reads all expenses that a text finds, the latest written first, until `visit` returns `false`: ids sort by time. Ids
 * alone are cheap, so none is left out, even of a text that finds thousands. Live.
 */
export async function visitFoundExpenses(
  db: AccountDatabase,
  text: string,
  visit: (rows: readonly ExpenseRow[]) => boolean,
): Promise<void> {
  const queries = queriesFor(db, text)
  const ask = <T>(query: (found: Collection<ExpenseRow, string>) => PromiseLike<T[]>) =>
    Promise.all(queries.map((found) => db.run(() => query(found()))))
  const ids = [...new Set((await ask((found) => found.primaryKeys())).flat())].sort().reverse()
  if (ids.length > FEW) {
    await visitInParts(db, db.expenses, ids, visit)
    return
  }
  const rows = new Map((await ask((found) => found.toArray())).flat().map((row) => [row.id, row]))
  visit(ids.flatMap((id) => rows.get(id) ?? []))
}

/**
 * Of the expenses that a text finds, the `limit` latest that match; newest receipt first. Reads no more than it needs for
 * them. Live.
 */
export async function searchExpenses(
  db: AccountDatabase,
  text: string,
  limit: number,
  matches: (row: ExpenseRow) => boolean = () => true,
): Promise<ExpenseRow[]> {
  const found: ExpenseRow[] = []
  await visitFoundExpenses(db, text, (rows) => {
    found.push(...rows.filter(matches))
    return found.length < limit
  })
  return found.slice(0, limit).sort((a, b) => (a.orderKey < b.orderKey ? 1 : -1))
}
