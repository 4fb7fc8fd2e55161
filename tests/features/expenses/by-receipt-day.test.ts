import { expect, it } from 'vitest'
import { groupByDay } from '#blocks/day-list/group-by-day.ts'
import { expenseRow } from '#data/expense-row.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { BY_RECEIPT_DAY } from '#features/expenses/by-receipt-day.ts'
import { numberedId } from '../../data/records.ts'
import { expenseFields, newExpense } from '../../support/expense-input.ts'

function aRow(n: number, day: string, status: 'pending' | 'canceled' = 'pending') {
  const fields = expenseFields({ day: day as FiscalDay, status })
  const { createdAt } = newExpense(numberedId(n))
  return expenseRow(
    {
      ...fields,
      id: numberedId(n),
      companyId: numberedId(-1),
      rev: 1,
      totals: expenseTotals(fields),
      createdBy: numberedId(-2),
      createdByName: 'Asha',
      createdAt,
    },
    { kind: 'none' },
  )
}

it('heads each day with what was spent, canceled expenses apart, and says it once the day is read whole', () => {
  const rows = [aRow(1, '2026-01-03'), aRow(2, '2026-01-03', 'canceled'), aRow(3, '2026-01-02')]
  const days = (ends: boolean) =>
    groupByDay(rows, BY_RECEIPT_DAY, ends).filter((entry) => entry.kind === 'day')
  expect(days(false)).toMatchObject([
    { day: '2026-01-03', count: 1, total: 2_360_000, complete: true },
    { day: '2026-01-02', count: 1, total: 2_360_000, complete: false },
  ])
  expect(days(true).map(({ complete }) => complete)).toEqual([true, true])
  expect(groupByDay(rows, BY_RECEIPT_DAY, true).map(({ key }) => key)).toEqual([
    'day 2026-01-03',
    numberedId(1),
    numberedId(2),
    'day 2026-01-02',
    numberedId(3),
  ])
})
