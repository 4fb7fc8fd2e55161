import { expect, test } from 'vitest'
import { type Expense, type ExpenseVendor, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { formFromExpense } from '#domain/expenses/form-from-expense.ts'
import {
  blankQuickForm,
  hasTypedCode,
  type QuickExpenseForm,
  saysNoReceipt,
  withReadCode,
  withReceiptChosen,
} from '#domain/expenses/quick-expense-form.ts'
import { withReceipt } from '#domain/expenses/receipt-fill.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'

const TAX = { rates: [], settings: DEFAULT_SETTINGS }
const NUMBERS = { vatNumber: '40000000A', phone: '+255700000101', serial: '10TZ1234567' }
const KNOWN = { ...NO_VENDOR, ...NUMBERS, name: 'TANESCO', taxNumber: '999000111' }

test('what a receipt said of its vendor is kept by an edit, except what was corrected', () => {
  const blank = blankQuickForm('2026-11-21', '10:00')
  const form = { ...blank, vendorName: 'Tanesco Ilala', vendorTaxNumber: '999-000-111' }
  const named = { name: 'Tanesco Ilala', taxNumber: '999-000-111' }
  expect(expenseFromForm(form, TAX, { vendor: KNOWN }).vendor).toEqual({ ...KNOWN, ...named })
  const corrected = { ...form, vendorRest: { serial: '10TZ123456' } }
  expect(expenseFromForm(corrected, TAX, { vendor: KNOWN }).vendor).toEqual({
    ...KNOWN,
    ...named,
    serial: '10TZ123456',
  })
})

test('the numbers of a vendor are not those of the vendor that an edit names instead', () => {
  const kept = (before: Partial<ExpenseVendor>, vendorName: string, vendorTaxNumber = '') => {
    const form = { ...blankQuickForm('2026-11-21', '10:00'), vendorName, vendorTaxNumber }
    const { vatNumber, phone, serial } = expenseFromForm(form, TAX, {
      vendor: { ...KNOWN, ...before },
    }).vendor
    return [vatNumber, phone, serial].join('')
  }
  const all = Object.values(NUMBERS).join('')
  expect(kept({}, 'TANESCO', '999000222')).toBe('')
  expect(kept({}, 'Duka la Asha')).toBe('')
  expect(kept({}, '')).toBe('')
  expect(kept({}, 'Tanesco ')).toBe(all)
  const unnumbered = { taxNumber: '' }
  expect(kept(unnumbered, 'TANESCO', '999000111')).toBe(all)
  expect(kept(unnumbered, 'Duka la Asha', '999000111')).toBe('')
  expect(kept({ name: '', taxNumber: '' }, 'TANESCO', '999000111')).toBe(all)
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

test('a code counts as typed that came neither by camera, code entry or link nor with the edited expense', () => {
  const blank = blankQuickForm('2026-11-21', '10:00')
  const typed = { ...blank, receiptCode: '12345678' }
  expect(hasTypedCode(typed)).toBe(true)
  // A code without a time, as on older receipts and where none is entered, and a pasted link.
  const read = { code: 'TEST00123', time: undefined }
  expect(hasTypedCode(withReceipt(blank, 'qr', read, false))).toBe(false)
  expect(hasTypedCode(withReceipt(blank, 'code', read, false))).toBe(false)
  expect(hasTypedCode(withReadCode(blank, read))).toBe(false)
  expect(hasTypedCode({ ...blank, receiptCode: 'TEST00123', receiptTime: '09:31:08' })).toBe(false)
  for (const link of ['https://verify.tra.go.tz/TEST00123', ' verify.tra.go.tz/TEST00123 ']) {
    expect(hasTypedCode({ ...blank, receiptCode: link }), link).toBe(false)
  }
  expect(hasTypedCode({ ...blank, receiptCode: 'INV/17' })).toBe(true)
  const opened = { ...typed, openedCode: '12345678' }
  expect(hasTypedCode(opened)).toBe(false)
  expect(hasTypedCode({ ...opened, receiptCode: '12345679' })).toBe(true)
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

/** Tanzania-facts §11.27: the form asks *with a receipt / without*. */
const form = blankQuickForm('2026-11-21', '10:00')
const photo = { sha256: 'a'.repeat(64), name: 'picha.jpg', type: 'image/jpeg', size: 1000 } as const

test('an expense by hand has no receipt until a code or a file says otherwise; camera, code and file begin with one', () => {
  expect(saysNoReceipt(form, false)).toBe(true)
  expect(saysNoReceipt({ ...form, receiptCode: 'ZRB 17' }, false)).toBe(false)
  expect(saysNoReceipt({ ...form, files: [photo] }, false)).toBe(false)
  expect(saysNoReceipt(form, true)).toBe(false)
  // What a person chose counts, whatever is there.
  expect(saysNoReceipt({ ...form, withoutReceipt: false }, false)).toBe(false)
  expect(saysNoReceipt({ ...form, withoutReceipt: true, receiptCode: 'ZRB 17' }, true)).toBe(true)
})

test('without a receipt the code is not saved, and it is there again when the choice is taken back', () => {
  const scanned: QuickExpenseForm = {
    ...form,
    ...{ receiptCode: 'TEST00123', receiptTime: '10:00:15', way: 'qr', withoutReceipt: true },
  }
  const saved = expenseFromForm(withReceiptChosen(scanned, true), TAX)
  expect(saved).toMatchObject({ receiptCode: '' })
  expect(saved).not.toHaveProperty('receiptTime')
  expect(saved).not.toHaveProperty('hasReceipt')
  const back = { ...scanned, withoutReceipt: false }
  expect(expenseFromForm(withReceiptChosen(back, true), TAX)).toMatchObject({
    receiptCode: 'TEST00123',
    receiptTime: '10:00:15',
    hasReceipt: true,
  })
  expect(expenseFromForm(withReceiptChosen({ ...form, receiptCode: '' }, true), TAX)).toMatchObject({
    receiptCode: '',
    hasReceipt: true,
  })
})

test('who scans a receipt, types its code or takes a photo of it has one', () => {
  const none = { ...form, withoutReceipt: true }
  const read = { code: 'TEST00123', time: '09:31:08' }
  for (const next of [withReceipt(none, 'qr', read, false), withReadCode(none, read)]) {
    expect(next).toMatchObject({ receiptCode: 'TEST00123', withoutReceipt: false })
  }
  const hidden = { ...none, receiptCode: 'TEST00123', receiptTime: '09:31:08' }
  expect(withReceipt(hidden, 'qr', read, false)).toMatchObject({ withoutReceipt: false })
  // A code that the choice hides does not hold back that of a photo.
  const other = { ...none, receiptCode: 'ANKARA-7' }
  expect(withReadCode(other, read)).toMatchObject({ receiptCode: 'TEST00123', withoutReceipt: false })
})
