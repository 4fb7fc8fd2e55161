import type { InvoiceRow } from '#data/rows.ts'
import { type FiscalDay, fiscalDayOf } from '#domain/calendar/east-africa.ts'

export type ListEntry =
  | { readonly kind: 'day'; readonly key: string; readonly day: FiscalDay }
  | { readonly kind: 'invoice'; readonly key: string; readonly row: InvoiceRow }

/** Puts a heading before the first invoice of each day in East Africa. Rows come newest first. */
export function groupByDay(rows: readonly InvoiceRow[]): ListEntry[] {
  const entries: ListEntry[] = []
  let current: FiscalDay | undefined
  for (const row of rows) {
    const day = fiscalDayOf(row.saleAt)
    if (day !== current) {
      current = day
      entries.push({ kind: 'day', key: `day ${day}`, day })
    }
    entries.push({ kind: 'invoice', key: row.id, row })
  }
  return entries
}
