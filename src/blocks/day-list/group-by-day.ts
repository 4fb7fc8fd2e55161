import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Cents } from '#domain/money/cents.ts'

/** How rows are grouped by day, and the total of one day. */
export type Grouping<Row> = {
  readonly dayOf: (row: Row) => FiscalDay
  readonly totalOf: (rows: readonly Row[]) => Cents
}

/** A day of a list: its number of rows, and the total of those that count. */
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
  { dayOf, totalOf }: Grouping<Row>,
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
    return [
      { kind: 'day', key: `day ${day}`, day, count: dayRows.length, total: totalOf(dayRows), complete },
      ...dayRows.map((row): DayEntry<Row> => ({ kind: 'row', key: row.id, row })),
    ]
  })
}
