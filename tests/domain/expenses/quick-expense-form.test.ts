import { expect, test } from 'vitest'
import { type Expense, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { formFromExpense } from '#domain/expenses/form-from-expense.ts'
import { blankQuickForm, expenseFromForm, withReadCode } from '#domain/expenses/quick-expense-form.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'

const TAX = { rates: [], settings: DEFAULT_SETTINGS }
const KNOWN = { ...NO_VENDOR, name: 'TANESCO', vatNumber: '40000000A', serial: '10TZ1234567' }

test('what a receipt said of its vendor is kept by an edit, except what was corrected', () => {
  const form = { ...blankQuickForm('2026-11-21', '10:00'), vendorName: 'Tanesco Ilala' }
  expect(expenseFromForm(form, TAX, { vendor: KNOWN }).vendor).toEqual({ ...KNOWN, name: 'Tanesco Ilala' })
  const corrected = { ...form, vendorRest: { serial: '10TZ123456' } }
  expect(expenseFromForm(corrected, TAX, { vendor: KNOWN }).vendor).toEqual({
    ...KNOWN,
    name: 'Tanesco Ilala',
    serial: '10TZ123456',
  })
})

test('the code in a photo of a receipt is taken with its time, and never over one that a person entered', () => {
  const blank = blankQuickForm('2026-11-21', '10:00')
  const read = { code: 'TEST00123', time: '09:31:08' }
  expect(withReadCode(blank, read)).toMatchObject({
    ...{ receiptCode: 'TEST00123', receiptTime: '09:31:08', time: '09:31', way: 'qr' },
  })
  expect(withReadCode(blank, { ...read, time: undefined }).time).toBe('10:00')
  const typed = { ...blank, receiptCode: 'ANKARA-7' }
  expect(withReadCode(typed, read)).toBe(typed)
})

test('the edit of an expense with several items begins with what they come to, not with the price of the first', () => {
  const items = [2, 3].map((pieces) => ({
    ...{ description: 'Karatasi', quantity: toQuantity(pieces * 1000), taxType: 'standard' as const },
    unitAmount: toCents(pieces * 10_000),
  }))
  const written = expenseFromForm(
    { ...blankQuickForm('2026-11-22', '10:00'), category: 'OFFICE', items },
    TAX,
  )
  const known = { id: 'e', companyId: 'c', rev: 1, status: 'pending', createdBy: 'u', createdByName: 'Asha' }
  const expense = { ...written, ...known, totals: expenseTotals(written) } as Expense
  expect(formFromExpense(expense, '')).toMatchObject({ amount: 130_000, items: [{}, {}] })
})
