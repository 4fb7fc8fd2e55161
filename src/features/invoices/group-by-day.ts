import type { InvoiceRow } from '#data/rows.ts'
import { type FiscalDay, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { type Cents, sumCents, toCents } from '#domain/money/cents.ts'

/** A day of the list: how many invoices, and what those that count came to. */
export type DayGroup = {
  readonly kind: 'day'
  readonly key: string
  readonly day: FiscalDay
  readonly count: number
  readonly total: Cents
  /** Below it stands another day, or nothing more: everything of this day is read. */
  readonly whole: boolean
}
export type ListEntry =
  | DayGroup
  | { readonly kind: 'invoice'; readonly key: string; readonly row: InvoiceRow }

/** Whether an invoice is part of a day's sales: a draft is not sold, and a canceled one no longer counts. */
export function countsAsSold(row: Pick<InvoiceRow, 'shown' | 'status'>): boolean {
  if (row.shown === 'draft' || row.status === 'canceled') return false
  return row.shown !== 'canceled' && (row.status !== 'draft' || row.shown === 'waiting')
}

function dayTotal(rows: readonly InvoiceRow[]): Cents {
  // A list of drafts, or of canceled ones, adds up what it shows.
  const sold = rows.filter(countsAsSold)
  return sumCents((sold.length > 0 ? sold : rows).map((row) => row.totals.totalIncludingTax))
}

/** Puts a heading before the invoices of each day in East Africa. Rows come newest first; `ends` when all are there. */
export function groupByDay(rows: readonly InvoiceRow[], ends: boolean): ListEntry[] {
  const days = new Map<FiscalDay, InvoiceRow[]>()
  for (const row of rows) {
    const day = fiscalDayOf(row.saleAt)
    const known = days.get(day)
    if (known) known.push(row)
    else days.set(day, [row])
  }
  const last = [...days.keys()].at(-1)
  return [...days].flatMap(([day, own]): ListEntry[] => {
    const total = own.length === 0 ? toCents(0) : dayTotal(own)
    const whole = ends || day !== last
    return [
      { kind: 'day', key: `day ${day}`, day, count: own.length, total, whole },
      ...own.map((row): ListEntry => ({ kind: 'invoice', key: row.id, row })),
    ]
  })
}
