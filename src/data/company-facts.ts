import { type FiscalDay, startOfDay } from '#domain/calendar/east-africa.ts'
import { groupBy } from '#domain/group-by.ts'
import { newestCounts } from '#domain/insights/cash-count.ts'
import { type CompanyFacts, earliestDay } from '#domain/insights/company-facts.ts'
import { type DebtFact, debtFact } from '#domain/insights/debt-fact.ts'
import { expenseFacts } from '#domain/insights/expense-fact.ts'
import type { AccountDatabase } from './account-database.ts'
import { dailyTotals, monthlyTotals } from './aggregates.ts'
import { listCollections, listSales } from './collections.ts'
import { listFilteredExpenses } from './expenses.ts'
import { OWED_KEY } from './invoice-keys.ts'
import { readMergeTargets } from './merged-customers.ts'
import { findMetas } from './meta.ts'
import { readInParts } from './read-rows.ts'

/** The sales on credit since a day, paid or not, each under the customer that has it now. */
async function readDebts(db: AccountDatabase, since: FiscalDay): Promise<DebtFact[]> {
  const [ids, mergedInto] = await Promise.all([
    db.run(() => db.invoiceKeys.where('keys').equals(OWED_KEY).primaryKeys()),
    readMergeTargets(db),
  ])
  const rows = await readInParts(db, db.invoices, ids)
  const sales = await listSales(
    db,
    rows.filter(({ orderKey }) => orderKey >= startOfDay(since)),
  )
  const collections = groupBy(await listCollections(db, ids), ({ invoiceId }) => invoiceId)
  return sales.flatMap(({ row, creditNotes }) => {
    const debt = debtFact({ ...row, creditNotes }, collections.get(row.id) ?? [])
    return debt ? [{ ...debt, customer: mergedInto(debt.customer) }] : []
  })
}

/** Reads what the rules of insights look at: the totals and expenses that this phone holds, up to `today`. */
export async function readCompanyFacts(
  db: AccountDatabase,
  today: FiscalDay,
  vatRegistered: boolean,
): Promise<CompanyFacts> {
  const range = { from: earliestDay(today), to: today }
  const months = { from: range.from.slice(0, 7), to: today.slice(0, 7) }
  const [days, products, customers, expenses, debts, [counts, hours]] = await Promise.all([
    dailyTotals(db, range),
    monthlyTotals(db, 'month-product', months),
    monthlyTotals(db, 'month-customer', months),
    listFilteredExpenses(db, range, Number.POSITIVE_INFINITY),
    readDebts(db, range.from),
    findMetas(db, ['drawer-counts', 'sales-hours']),
  ])
  return {
    today,
    vatRegistered,
    days: new Map(days.map(({ period, figures }) => [period, figures])),
    products,
    customers,
    expenses: expenseFacts(expenses),
    debts,
    cashCounts: newestCounts(counts ?? []),
    // Sums that were made on an earlier day lack the days since.
    hours: new Map(
      Object.entries(hours?.today === today ? hours.days : {}).map(([day, { gross }]) => [day, gross]),
    ),
  }
}
