import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type Cents, sumCents } from '#domain/money/cents.ts'

/** How rows are grouped by day, and which rows of a day its number and its total are of. */
export type Grouping<Row> = {
  readonly dayOf: (row: Row) => FiscalDay
  readonly countedOf: (rows: readonly Row[]) => readonly Row[]
  readonly amountOf: (row: Row) => Cents
}

/** A day of a list: the number and the total of those rows that count. */
export type DayGroup = {
  readonly kind: 'day'
  readonly key: string
  readonly day: FiscalDay
  readonly count: number
  readonly total: Cents
  /** All rows of this day are loaded: another day follows, or the list ends. */
  readonly complete: boolean
}

export type DayEntry<Row> = DayGroup | { readonly kind: 'row'; readonly key: string; readonly row: Row }

/** Puts a heading before the rows of each day. Rows are sorted newest first; `ends` when all are there. */
export function groupByDay<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { dayOf, countedOf, amountOf }: Grouping<Row>,
  allLoaded: boolean,
): DayEntry<Row>[] {
  const days = new Map<FiscalDay, Row[]>()
  for (const row of rows) {
    const day = dayOf(row)
    const known = days.get(day)
    if (known) known.push(row)
    else days.set(day, [row])
  }
  const last = [...days.keys()].at(-1)
  return [...days].flatMap(([day, dayRows]): DayEntry<Row>[] => {
    const complete = allLoaded || day !== last
    const counted = countedOf(dayRows)
    const total = sumCents(counted.map(amountOf))
    return [
      { kind: 'day', key: `day ${day}`, day, count: counted.length, total, complete },
      ...dayRows.map((row): DayEntry<Row> => ({ kind: 'row', key: row.id, row })),
    ]
  })
}
