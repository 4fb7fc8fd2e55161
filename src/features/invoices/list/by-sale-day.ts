import type { Grouping } from '#blocks/day-list/group-by-day.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'

/** Whether an invoice is part of a day's sales: a draft is not sold, and a canceled one no longer counts. */
export function countsAsSold(row: Pick<InvoiceRow, 'shown' | 'status'>): boolean {
  if (row.shown === 'draft' || row.status === 'canceled') return false
  return row.shown !== 'canceled' && (row.status !== 'draft' || row.shown === 'waiting')
}

/** By the day of the sale in East Africa, with what was sold. */
export const BY_SALE_DAY: Grouping<InvoiceRow> = {
  dayOf: (row) => fiscalDayOf(row.saleAt),
  countedOf: (rows) => {
    // A list of drafts, or of canceled ones, counts all its rows.
    const sold = rows.filter(countsAsSold)
    return sold.length > 0 ? sold : rows
  },
  amountOf: (row) => row.totals.totalIncludingTax,
}
