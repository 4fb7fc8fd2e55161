import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type CompanyFacts, earliestDay } from '#domain/insights/company-facts.ts'
import { isProven } from '#domain/reports/expense-report.ts'
import type { AccountDatabase } from './account-database.ts'
import { dailyTotals, monthlyTotals } from './aggregates.ts'
import { listExpensesOfDays } from './expenses.ts'

/** Reads what the rules of insights look at: the totals and expenses that this phone holds, up to `today`. */
export async function readCompanyFacts(
  db: AccountDatabase,
  today: FiscalDay,
  vatRegistered: boolean,
): Promise<CompanyFacts> {
  const range = { from: earliestDay(today), to: today }
  const months = { from: range.from.slice(0, 7), to: today.slice(0, 7) }
  const [days, products, customers, expenses] = await Promise.all([
    dailyTotals(db, range),
    monthlyTotals(db, 'month-product', months),
    monthlyTotals(db, 'month-customer', months),
    listExpensesOfDays(db, range),
  ])
  return {
    today,
    vatRegistered,
    days: new Map(days.map(({ period, figures }) => [period, figures])),
    products,
    customers,
    expenses: expenses
      .filter(({ status }) => status !== 'canceled')
      .map((expense) => ({
        day: expense.day,
        category: expense.categoryId ?? expense.category,
        total: expense.totals.total,
        vat: expense.totals.vat,
        proven: isProven(expense),
      })),
  }
}
