import type { OperationBody } from '#contract/operations.ts'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'

type Body = OperationBody<'expense.save'>

/** Electricity for Tsh 23,600 with VAT, paid by phone; the day is before every clock of the tests. */
export function expenseFields(change: Partial<Body['fields']> = {}): Body['fields'] {
  return {
    receiptCode: '',
    day: '2026-01-02' as FiscalDay,
    time: '09:30',
    category: 'ELECTRICITY',
    vendor: { ...NO_VENDOR, name: 'Umeme Mfano', taxNumber: '999000803' },
    amountType: 'INCLUSIVE',
    items: [
      {
        description: 'Umeme wa duka',
        quantity: toQuantity(1000),
        unitAmount: toCents(2_360_000),
        taxType: 'standard',
        rate: toBasisPoints(1800),
      },
    ],
    payments: [{ method: 'EMONEY', amount: toCents(2_360_000) }],
    status: 'pending',
    ...change,
  }
}

/** A new expense as a phone queues it. */
export function newExpense(expenseId: string, change: Partial<Body['fields']> = {}): Body {
  const createdAt = '2026-01-02T06:31:00.000Z' as Instant
  return { expenseId, baseRev: 0, base: null, fields: expenseFields(change), createdAt }
}
