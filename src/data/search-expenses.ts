import type { AccountDatabase } from './account-database.ts'
import { foldText, prefixEnd } from './fold-text.ts'
import { numberKeyOf } from './number-key.ts'
import type { ExpenseRow } from './rows.ts'

/** Rows of the first and of the largest read: more at once would keep the screen from answering. */
const BATCH = { first: 50, most: 500 } as const

/**
 * The ids of all expenses found by the beginning of a word of vendor or note, of a number, or by the whole amount, the
 * latest written first: ids sort by time. Ids alone are cheap, so none is left out, even of a text that finds thousands.
 */
async function findHits(db: AccountDatabase, text: string): Promise<string[]> {
  const prefixes = [...new Set([foldText(text), numberKeyOf(text)])].filter((prefix) => prefix !== '')
  const amount = /^[\d,]+$/.test(text.trim()) ? Number(text.replaceAll(',', '')) * 100 : undefined
  const keys = db.expenses.where('keys')
  const lists = await Promise.all([
    ...prefixes.map((prefix) => db.run(() => keys.between(prefix, prefixEnd(prefix)).primaryKeys())),
    ...(amount === undefined ? [] : [db.run(() => keys.equals(`#${amount}`).primaryKeys())]),
  ])
  return [...new Set(lists.flat())].sort().reverse()
}

/** Reads all expenses that a text finds, in batches, until `visit` returns `false`. Live. */
export async function visitFoundExpenses(
  db: AccountDatabase,
  text: string,
  visit: (rows: readonly ExpenseRow[]) => boolean | Promise<boolean>,
): Promise<void> {
  const ids = await findHits(db, text)
  let size: number = BATCH.first
  for (let at = 0; at < ids.length; ) {
    const batch = ids.slice(at, at + size)
    const rows = await db.run(() => db.expenses.bulkGet(batch))
    if (!(await visit(rows.filter((row) => row !== undefined)))) return
    at += size
    size = Math.min(size * 2, BATCH.most)
  }
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
