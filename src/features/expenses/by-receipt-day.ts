import type { Grouping } from '#blocks/day-list/group-by-day.ts'
import type { ExpenseRow } from '#data/rows.ts'

/** By the day on the receipt, with the sum spent: canceled expenses do not count. */
export const BY_RECEIPT_DAY: Grouping<ExpenseRow> = {
  dayOf: (row) => row.day,
  countedOf: (rows) => rows.filter((row) => row.status !== 'canceled'),
  amountOf: (row) => row.totals.total,
}
