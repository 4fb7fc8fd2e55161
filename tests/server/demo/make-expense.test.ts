import { expect, test } from 'vitest'
import { fiscalDayOf, type Instant } from '#domain/calendar/east-africa.ts'
import { checkExpense } from '#domain/expenses/check-expense.ts'
import { EXPENSE_CATEGORIES } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { DEMO_COMPANIES } from '#server/demo/demo-companies.ts'
import { makeExpense } from '#server/demo/make-expense.ts'
import { planExpenses } from '#server/demo/seed-expenses.ts'
import { demoId } from '#server/demo/seeded-random.ts'

const NOW = '2026-11-21T09:00:00.000Z' as Instant

test('the first company spends 400 times in its year, by the rules, each receipt once (design D11)', () => {
  const [main, ...others] = DEMO_COMPANIES
  const plan = planExpenses(main, NOW)
  const made = plan.map(({ at, first }, index) => {
    const name = `${main.key} ${index}`
    const expenseId = demoId(`expense ${name}`)
    const rules = { expenseId, latest: fiscalDayOf(at), rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS }
    const checked = checkExpense(makeExpense(name, at, index, first), rules)
    if (!checked.ok) throw new Error(JSON.stringify(checked.refusals))
    return checked.value
  })
  expect(made).toHaveLength(400)
  expect(new Set(made.map(({ receiptCode }) => receiptCode)).size).toBe(400)
  expect(new Set(made.map(({ category }) => category))).toEqual(new Set(EXPENSE_CATEGORIES))
  expect(new Set(made.map(({ day }) => day.slice(0, 7))).size).toBeGreaterThanOrEqual(12)
  expect(made.some((expense) => expenseTotals(expense).vat > 0)).toBe(true)
  expect(others.every(({ expenses }) => expenses === 0)).toBe(true)
})
