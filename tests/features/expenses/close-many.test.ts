import { beforeEach, expect, it } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import { findExpense } from '#data/expenses.ts'
import type { UncheckedExpense } from '#domain/expenses/check-expense.ts'
import { closeMany } from '#features/expenses/close-many.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { Device, idOf } from '../../sync/device.ts'
import { unwrap } from '../../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

async function saved(name: string, change: Partial<UncheckedExpense> = {}) {
  const { status: _, ...fields } = expenseFields()
  const written = { ...fields, ...change }
  return unwrap(await saveExpense(device.account, device.commands, { expenseId: idOf(name), written }))
}

/** With nothing but the code of its receipt. */
const incomplete = (code: string, automatic: UncheckedExpense['automatic']) =>
  saved(code, {
    receiptCode: code,
    receiptTime: '09:30:15',
    items: [],
    payments: [],
    automatic: automatic ?? [],
  })

it('says of expenses that cannot be marked as processed how many lack what, and marks the others', async () => {
  const { account, commands } = device
  const whole = await saved('whole')
  const chosen = [
    await incomplete('TEST00123', ['figures', 'category']),
    await incomplete('TEST00124', ['figures']),
    whole,
    { id: idOf('one that is gone') },
  ]
  expect(await closeMany(account, commands, chosen, 'processed')).toEqual({
    closed: 1,
    reasons: [
      { code: 'EXPENSE_AMOUNT_NOT_POSITIVE', count: 2 },
      { code: 'EXPENSE_CATEGORY_REQUIRED', count: 1 },
      { code: 'EXPENSE_NOT_FOUND', count: 1 },
    ],
  })
  expect(await findExpense(account.db, whole.id)).toMatchObject({ status: 'processed' })
  expect(await findExpense(account.db, idOf('TEST00124'))).toMatchObject({ status: 'pending' })
  expect(await closeMany(account, commands, chosen, 'canceled')).toEqual({
    closed: 2,
    reasons: [
      { code: 'EXPENSE_NOT_PENDING', count: 1 },
      { code: 'EXPENSE_NOT_FOUND', count: 1 },
    ],
  })
})
