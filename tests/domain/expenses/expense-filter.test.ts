import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type ExpenseFilter, isFiltered, listTotals, matchesFilter } from '#domain/expenses/expense-filter.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { tsh } from '../example-invoice.ts'

const expense = expenseFields()
const day = (text: string) => text as FiscalDay

describe('the filter of the list of expenses (spec §9: date ranges)', () => {
  it.each<[ExpenseFilter, boolean]>([
    [{}, true],
    [{ from: day('2026-01-02'), to: day('2026-01-02') }, true],
    [{ from: day('2026-01-03') }, false],
    [{ to: day('2026-01-01') }, false],
    [{ status: 'pending' }, true],
    [{ status: 'processed' }, false],
    [{ category: 'ELECTRICITY' }, true],
    [{ category: 'RENT' }, false],
  ])('%j lets it through: %s', (filter, shown) => {
    expect(matchesFilter(expense, filter)).toBe(shown)
    expect(isFiltered(filter)).toBe(Object.keys(filter).length > 0)
  })

  it('finds an own category by its id, and not among the others', () => {
    const own = { ...expense, category: 'OTHER', categoryId: 'guards' } as const
    expect(matchesFilter(own, { category: 'guards' })).toBe(true)
    expect(matchesFilter(own, { category: 'OTHER' })).toBe(false)
  })

  it('sums what is shown without what is canceled', () => {
    const totals = expenseTotals(expense)
    const { items } = expense
    const rows = [
      { status: 'pending', totals, items },
      { status: 'processed', totals, items },
      { status: 'canceled', totals, items },
      // Incomplete: no amount yet.
      { status: 'pending', totals: expenseTotals({ ...expense, items: [], payments: [] }), items: [] },
    ] as const
    expect(listTotals(rows)).toEqual({ count: 2, total: tsh(47_200), vat: tsh(7_200) })
  })
})
