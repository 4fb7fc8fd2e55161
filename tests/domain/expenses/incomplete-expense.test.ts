import { describe, expect, it } from 'vitest'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import { checkExpense } from '#domain/expenses/check-expense.ts'
import { type Expense, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import {
  completeFromReceipt,
  incompleteFromForm,
  isIncomplete,
  mayWaitForReceipt,
} from '#domain/expenses/incomplete-expense.ts'
import {
  blankQuickForm,
  formFromExpense,
  type QuickExpenseForm,
  withTyped,
} from '#domain/expenses/quick-expense-form.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'

const rules = { latest: '2026-11-23' as FiscalDay, rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS }
const id = '019aa000-0000-7000-8000-00000000beef'
const blank = blankQuickForm('2026-11-22', '10:00')
const scanned: QuickExpenseForm = {
  ...blank,
  receiptCode: 'TEST00123',
  receiptTime: '09:31:08',
  time: '09:31',
  way: 'qr',
}
const photo = { sha256: 'a'.repeat(64), name: 'picha.jpg', type: 'image/jpeg', size: 1000 } as const
const seller = { ...NO_VENDOR, name: 'Duka la Mfano', taxNumber: '999000111', serial: '10TZ199999' }
const receipt: AuthorityReceipt = {
  code: 'TEST00123',
  day: '2026-11-20' as FiscalDay,
  seller,
  items: [{ description: 'Sukari', quantity: toQuantity(2000), amount: toCents(1_180_000), letter: 'A' }],
  tax: toCents(180_000),
  total: toCents(1_180_000),
}

function save(form: QuickExpenseForm, edited?: Expense): Expense {
  const checked = checkExpense(incompleteFromForm(form, blank, rules, edited), { ...rules, expenseId: id })
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusals))
  return {
    ...{ id, companyId: id, rev: 1, status: 'pending', createdBy: id, createdByName: 'Asha' },
    createdAt: '2026-11-22T07:00:00.000Z' as Instant,
    ...checked.value,
    totals: expenseTotals(checked.value),
  }
}

describe('an incomplete expense', () => {
  it('needs a receipt to be read: the code of the authority with its time, or a file', () => {
    expect(mayWaitForReceipt(blank, false)).toBe(false)
    expect(mayWaitForReceipt({ ...blank, receiptCode: 'TEST00123' }, false)).toBe(false)
    expect(mayWaitForReceipt(scanned, false)).toBe(true)
    expect(mayWaitForReceipt({ ...blank, files: [photo] }, false)).toBe(true)
    expect(mayWaitForReceipt({ ...scanned, amount: toCents(100) }, false)).toBe(false)
    const bare = incompleteFromForm({ ...blank, category: 'RENT' }, blank, rules)
    expect(checkExpense(bare, { ...rules, expenseId: id })).toMatchObject({
      ok: false,
      refusals: [{ path: 'items.0.unitAmount', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' }],
    })
  })

  it('counts 0 and says which parts were not typed', () => {
    const saved = save(scanned)
    expect(isIncomplete(saved)).toBe(true)
    expect(saved.totals).toEqual({ net: 0, vat: 0, total: 0, balance: 0 })
    expect(saved.automatic).toEqual(['figures', 'category', 'vendor', 'date'])
    const typed = save({ ...scanned, vendorName: 'Kwa Juma', category: 'RENT', day: '2026-11-21' })
    expect(typed.automatic).toEqual(['figures'])
  })

  it('is completed from its receipt, part by part, each marked as automatic', () => {
    const done = completeFromReceipt(save(scanned), receipt, rules)
    expect(done).toMatchObject({
      day: '2026-11-20',
      time: '09:31',
      vendor: seller,
      category: 'OTHER',
      totals: { total: 1_180_000, vat: 180_000, balance: 0 },
      automatic: ['figures', 'category', 'vendor', 'date'],
    })
    expect(isIncomplete(done)).toBe(false)
    // Once complete it is left alone.
    expect(completeFromReceipt(done, { ...receipt, total: toCents(5) }, rules)).toBe(done)
  })

  it('keeps what a person typed', () => {
    const typed = save({ ...scanned, vendorName: 'Kwa Juma', category: 'RENT', day: '2026-11-21' })
    expect(completeFromReceipt(typed, receipt, rules)).toMatchObject({
      vendor: { name: 'Kwa Juma' },
      category: 'RENT',
      day: '2026-11-21',
      totals: { total: 1_180_000 },
    })
  })

  it('takes the code and the time from a file that was read, where it had none', () => {
    const saved = save({ ...blank, files: [photo] })
    expect(saved.receiptCode).toBe(ownReceiptCode(id))
    expect(completeFromReceipt(saved, { ...receipt, time: '09:31:08' }, rules)).toMatchObject({
      receiptCode: 'TEST00123',
      receiptTime: '09:31:08',
      time: '09:31',
    })
  })

  it('stays as it was where the receipt gives no valid expense, and when it is closed', () => {
    const saved = save(scanned)
    expect(completeFromReceipt(saved, { ...receipt, total: toCents(0) }, rules)).toBe(saved)
    const canceled: Expense = { ...saved, status: 'canceled' }
    expect(completeFromReceipt(canceled, receipt, rules)).toBe(canceled)
  })

  it('is not automatic any more where a person changed it', () => {
    const form = formFromExpense(completeFromReceipt(save(scanned), receipt, rules), ownReceiptCode(id))
    // The category is for a person to choose.
    expect(form.category).toBe('')
    const typed = withTyped(withTyped(form, { category: 'STOCK' }), { vendorName: form.vendorName })
    expect(typed.automatic).toEqual(['figures', 'vendor', 'date'])
    expect(withTyped(typed, { amount: toCents(5) }).automatic).toEqual(['vendor', 'date'])
  })
})
