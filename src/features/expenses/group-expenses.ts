import type { ExpenseRow } from '#data/rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type Cents, sumCents } from '#domain/money/cents.ts'

/** A heading of the list: what was spent that day. Canceled expenses do not count. */
export type SpentDay = {
  readonly kind: 'day'
  readonly key: string
  readonly day: FiscalDay
  readonly count: number
  readonly total: Cents
  /** Below it stands another day, or nothing more: everything of this day is read. */
  readonly whole: boolean
}
export type ExpenseEntry =
  | SpentDay
  | { readonly kind: 'expense'; readonly key: string; readonly row: ExpenseRow }

/** Puts a heading before the expenses of each day. Rows come newest first; `ends` when all are there. */
export function groupExpenses(rows: readonly ExpenseRow[], ends: boolean): ExpenseEntry[] {
  const days = new Map<FiscalDay, ExpenseRow[]>()
  for (const row of rows) {
    const known = days.get(row.day)
    if (known) known.push(row)
    else days.set(row.day, [row])
  }
  const last = [...days.keys()].at(-1)
  return [...days].flatMap(([day, own]): ExpenseEntry[] => {
    const spent = own.filter((row) => row.status !== 'canceled')
    const total = sumCents(spent.map((row) => row.totals.total))
    const head = { kind: 'day' as const, key: `day ${day}`, day, count: own.length, total }
    return [
      { ...head, whole: ends || day !== last },
      ...own.map((row): ExpenseEntry => ({ kind: 'expense', key: row.id, row })),
    ]
  })
}
