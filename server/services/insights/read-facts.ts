import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import { newestCounts } from '#domain/insights/cash-count.ts'
import { type CompanyFacts, daysOfHours, earliestDay } from '#domain/insights/company-facts.ts'
import { type DebtFact, debtFact } from '#domain/insights/debt-fact.ts'
import { expenseFacts } from '#domain/insights/expense-fact.ts'
import { monthOf } from '#domain/insights/months.ts'
import type { AggregateKind, AggregateRow } from '#domain/reports/aggregate.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { listExpensesSince } from '../../storage/insights/checks.ts'
import { listCountedCash, listSalesOnCredit, readHours } from '../../storage/insights/facts.ts'
import { listAllAggregates } from '../../storage/invoices/aggregates.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { resolveIds } from '../../storage/sync/record-aliases.ts'

/** The rules look at four weeks of counts. */
const DAYS_OF_COUNTS = 28

/** The sales on credit since a day, each under the customer that has it now. */
async function readDebts(db: Db, scope: CompanyScope, since: FiscalDay): Promise<DebtFact[]> {
  const sales = await listSalesOnCredit(db, scope, since)
  const debts = sales.flatMap(({ invoice, collections }) => debtFact(invoice, collections) ?? [])
  const customers = [...new Set(debts.map(({ customer }) => customer))].filter((id) => id !== '')
  const mergedInto = await resolveIds(db, scope, 'customer', customers)
  return debts.map((debt) => ({ ...debt, customer: mergedInto.get(debt.customer) ?? debt.customer }))
}

/** The same facts as on a phone: stored totals, and sums of the invoices and counts of cash of all phones. */
export async function readFacts(
  db: Db,
  scope: CompanyScope,
  today: FiscalDay,
): Promise<CompanyFacts | undefined> {
  const company = await findCompany(db, scope)
  if (company === undefined) return undefined
  const first = earliestDay(today)
  const [aggregates, expenses, debts, hours, counts] = await Promise.all([
    listAllAggregates(db, scope),
    listExpensesSince(db, scope, first),
    readDebts(db, scope, first),
    readHours(db, scope, daysOfHours(today)),
    listCountedCash(db, scope, addDays(today, -DAYS_OF_COUNTS)),
  ])
  const rows = (kind: AggregateKind, from: string): AggregateRow[] =>
    aggregates
      .filter((aggregate) => aggregate.kind === kind && aggregate.period >= from)
      .map(({ period, key, ...figures }) => ({ kind, period, key, figures }))
  return {
    today,
    vatRegistered: isVatRegistered(company.company),
    days: new Map(rows('day', first).map(({ period, figures }) => [period, figures])),
    products: rows('month-product', monthOf(first)),
    customers: rows('month-customer', monthOf(first)),
    expenses: expenseFacts(expenses),
    debts,
    cashCounts: newestCounts(counts),
    hours,
  }
}
