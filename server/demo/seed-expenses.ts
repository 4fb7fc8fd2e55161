import { addDays, fiscalDayOf, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { checkExpense } from '#domain/expenses/check-expense.ts'
import type { ExpenseStatus } from '#domain/expenses/expense.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { saveExpense } from '../services/expenses/save-expense.ts'
import { countExpenses } from '../storage/catalogue/expenses.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { upsertChanges } from '../storage/sync/changes.ts'
import type { DemoCompany } from './demo-companies.ts'
import type { DemoContext } from './demo-context.ts'
import { executionAt } from './execution-at.ts'
import { makeExpense } from './make-expense.ts'
import { planSales } from './plan-sales.ts'
import { companyIdOf } from './seed-companies.ts'
import { demoId, seededRandom } from './seeded-random.ts'

const BATCH = 50
const DAY_MS = 86_400_000
const PENDING_DAYS = 21

/** Old expenses are settled and a few canceled; those of the last weeks are still pending. */
function statusOf(name: string, ageMs: number): ExpenseStatus {
  const random = seededRandom(`settled ${name}`)
  if (ageMs < PENDING_DAYS * DAY_MS * random.draw()) return 'pending'
  return random.draw() < 0.03 ? 'canceled' : 'processed'
}

/** When each expense was made, over the days of the company up to yesterday. */
export function planExpenses(
  company: DemoCompany,
  now: Instant,
): readonly { readonly at: Instant; readonly first: boolean }[] {
  const from = addDays(fiscalDayOf(now), -company.days)
  const plan = planSales(`expenses ${company.key}`, { from, days: company.days, now }, company.expenses)
  const moments = plan.slice(0, company.expenses).map(({ at }) => at)
  return moments.map((at, index) => {
    const before = moments[index - 1]
    return { at, first: before === undefined || fiscalDayOf(before) !== fiscalDayOf(at) }
  })
}

/** Saves the past expenses of a company by the same service as a phone's; continues where a killed run stopped. */
export async function seedExpenses(demo: DemoContext, company: DemoCompany): Promise<void> {
  const { services } = demo
  const scope = { companyId: companyIdOf(company) }
  const nowMs = services.clock.now()
  const plan = planExpenses(company, toInstant(nowMs))
  for (let done = await countExpenses(services.db, scope); done < plan.length; done += BATCH) {
    await inTransaction(services.db, async (tx) => {
      const ids: string[] = []
      for (const [offset, { at, first }] of plan.slice(done, done + BATCH).entries()) {
        const name = `${company.key} ${done + offset}`
        const expenseId = demoId(`expense ${name}`)
        const rules = { expenseId, latest: fiscalDayOf(at), rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS }
        const checked = checkExpense(makeExpense(name, at, done + offset, first), rules)
        if (!checked.ok) throw new Error(JSON.stringify(checked.refusals))
        const { items, payments, ...rest } = checked.value
        const status = statusOf(name, nowMs - instantMs(at))
        const fields = { ...rest, items: [...items], payments: [...payments], status }
        const body = { expenseId, baseRev: 0, base: null, fields, createdAt: at }
        await saveExpense(executionAt(demo, tx, company, at, `expense ${name}`), body)
        ids.push(expenseId)
      }
      await upsertChanges(
        tx,
        scope,
        ids.map((id) => ({ t: 'expense' as const, id })),
      )
    })
  }
}
