import type { Grouping } from '#blocks/day-list/group-by-day.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { sumCents } from '#domain/money/cents.ts'

/** By the day on the receipt, with the sum spent: canceled expenses do not count. */
export const BY_RECEIPT_DAY: Grouping<ExpenseRow> = {
  dayOf: (row) => row.day,
  totalOf: (rows) => {
    const spent = rows.filter((row) => row.status !== 'canceled')
    return sumCents(spent.map((row) => row.totals.total))
  },
}
