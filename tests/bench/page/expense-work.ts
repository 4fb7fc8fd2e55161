import type { AccountDatabase } from '#data/account-database.ts'
import { expenseRow } from '#data/expense-row.ts'
import { addDays, type FiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import { EXPENSE_CATEGORIES, EXPENSE_METHODS, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { chanceFrom, idOf, makeCustomer } from './make-records.ts'

/** Days over which the expenses of the phone are spread. */
const DAYS = 700
const BATCH = 2_000

/** The expense of a number out of `count`, 0 the newest: at one of 400 vendors, one in twenty still pending. */
function makeExpense(index: number, count: number, companyId: string, last: FiscalDay) {
  const chance = chanceFrom(index * 2 + 3)
  const [seller, category, method] = [chance(), chance(), chance()]
  const { name, identificationNumber } = makeCustomer(Math.floor(seller * 400), companyId)
  const amount = toCents(100 * (1_000 + Math.floor(chance() * 90_000)))
  const figures = {
    amountType: 'INCLUSIVE' as const,
    items: [
      {
        description: `Matumizi ${index}`,
        quantity: toQuantity(1_000),
        unitAmount: amount,
        taxType: 'standard' as const,
        rate: toBasisPoints(1800),
      },
    ],
    payments: [{ method: EXPENSE_METHODS[Math.floor(method * 4)] ?? 'CASH', amount }],
  }
  // The day before the last one at the latest: what is written in the bench is newer.
  const day = addDays(last, -1 - Math.floor((index / count) * DAYS))
  const hour = String(8 + Math.floor(chance() * 10)).padStart(2, '0')
  return expenseRow(
    {
      ...figures,
      id: idOf(4, index),
      companyId,
      rev: 1,
      receiptCode: `BENCH${String(index).padStart(6, '0')}`,
      day,
      time: `${hour}:${String(index % 60).padStart(2, '0')}`,
      category: EXPENSE_CATEGORIES[Math.floor(category * EXPENSE_CATEGORIES.length)] ?? 'OTHER',
      vendor: { ...NO_VENDOR, name, taxNumber: identificationNumber },
      status: index % 20 === 0 ? 'pending' : 'processed',
      totals: expenseTotals(figures),
      createdBy: idOf(5, 1),
      createdByName: 'Bench',
      createdAt: toInstant(Date.parse(`${day}T06:00:00.000Z`)),
    },
    { kind: 'none' },
  )
}

/** Writes this many expenses into the phone, the newest of the day before `last`. */
export async function seedExpenses(
  db: AccountDatabase,
  companyId: string,
  last: FiscalDay,
  count: number,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const length = Math.min(BATCH, count - start)
    await db.expenses.bulkPut(
      Array.from({ length }, (_, index) => makeExpense(start + index, count, companyId, last)),
    )
  }
}
