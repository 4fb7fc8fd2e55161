import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { applyAuthorityFinding } from '#domain/expenses/authority-finding.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import { checkExpense } from '#domain/expenses/check-expense.ts'
import { type Expense, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { formFromExpense, noteOf } from '#domain/expenses/form-from-expense.ts'
import {
  completeFromReceipt,
  incompleteFromForm,
  isIncomplete,
  mayWaitForReceipt,
} from '#domain/expenses/incomplete-expense.ts'
import {
  blankOf,
  blankQuickForm,
  type QuickExpenseForm,
  reopened,
  withReadCode,
  withTyped,
} from '#domain/expenses/quick-expense-form.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import { toCents } from '#domain/money/cents.ts'
import { toExchangeRate } from '#domain/money/currency.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { splitInclusive } from '#domain/tax/split-inclusive.ts'
import { percent } from '../example-invoice.ts'

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

  it('is not what an amount that cannot be read becomes, nor an expense whose amount was deleted', () => {
    expect(mayWaitForReceipt({ ...scanned, unreadable: true }, false)).toBe(false)
    const payments = [{ method: 'CASH' as const, amount: undefined, unreadable: true }]
    expect(mayWaitForReceipt({ ...scanned, payments }, false)).toBe(false)
    const again = reopened({ ...scanned, unreadable: true, payments }, scanned)
    expect(mayWaitForReceipt(again, false)).toBe(true)
    const done = formFromExpense(completeFromReceipt(save(scanned), receipt, rules), ownReceiptCode(id))
    const deleted = withTyped({ ...done, hadAmount: true }, { amount: undefined })
    expect(mayWaitForReceipt(deleted, false)).toBe(false)
    expect(mayWaitForReceipt({ ...scanned, time: '14:05' }, false)).toBe(false)
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

  it('keeps a time that a person typed, in a form that was opened later again too', () => {
    const late = { ...receipt, time: '09:31:08' }
    const typed = save({ ...blank, files: [photo], time: '14:05' })
    expect(typed.automatic).toEqual(['figures', 'category', 'vendor'])
    expect(completeFromReceipt(typed, late, rules)).toMatchObject({ day: blank.day, time: '14:05' })
    expect(completeFromReceipt(typed, late, rules)).not.toHaveProperty('receiptTime')
    expect(withReadCode({ ...blank, time: '14:05' }, { code: 'TEST00123', time: '09:31:08' }).time).toBe(
      '14:05',
    )
    const later = blankQuickForm('2026-11-23', '08:00')
    const stored = { ...blank, files: [photo] }
    const again = reopened(stored, later)
    // A day that no person chose is the day on which the form is opened again, not the one on which it was left.
    expect(again).toMatchObject({ day: '2026-11-23', time: '08:00' })
    expect(incompleteFromForm(again, blankOf(stored, later), rules).automatic).toContain('date')
    const chosen = reopened({ ...stored, day: '2026-11-20' }, later)
    expect(chosen).toMatchObject({ day: '2026-11-20', time: blank.time })
  })

  it('keeps note, way to pay and tax type, for an edit and for the receipt that completes it', () => {
    const wrote: QuickExpenseForm = {
      ...scanned,
      note: 'Sukari ya mgahawa',
      method: 'EMONEY',
      amountType: 'INCLUSIVE',
      taxType: 'exempted',
    }
    const saved = save(wrote)
    expect(formFromExpense(saved, ownReceiptCode(id))).toMatchObject({
      ...{ note: wrote.note, method: 'EMONEY', amountType: 'INCLUSIVE', taxType: 'exempted' },
      amount: undefined,
    })
    const done = completeFromReceipt(saved, receipt, rules)
    expect(done).toMatchObject({
      amountType: 'INCLUSIVE',
      items: [{ description: wrote.note, unitAmount: receipt.total, taxType: 'exempted' }],
      payments: [{ method: 'EMONEY', amount: receipt.total }],
      typed: { note: wrote.note },
    })
    // Once a person typed the amount as well, nothing of it is automatic.
    const form = withTyped(formFromExpense(done, ownReceiptCode(id)), { amount: toCents(5) })
    expect(expenseFromForm(form, rules, done)).not.toHaveProperty('typed')
  })

  it('gives the note to each item of a receipt with several tax letters', () => {
    const mixed: AuthorityReceipt = {
      ...receipt,
      items: receipt.items.flatMap((item) => [item, { ...item, description: 'Unga', letter: 'C' as const }]),
      total: toCents(2_360_000),
    }
    const done = completeFromReceipt(save({ ...scanned, note: 'Chakula' }), mixed, rules)
    expect(done.items.map(({ description, taxType }) => [description, taxType])).toEqual([
      ['Chakula', 'standard'],
      ['Chakula', 'zero_rated'],
    ])
    expect(noteOf(done)).toBe('Chakula')
  })

  it('keeps several payments: one without an amount is over the rest', () => {
    const paid = (...amounts: (number | undefined)[]) => {
      const payments = amounts.map((amount, at) => ({
        method: at === 0 ? ('BANK' as const) : ('EMONEY' as const),
        amount: amount === undefined ? undefined : toCents(amount),
      }))
      const saved = save({ ...scanned, payments })
      expect(formFromExpense(saved, ownReceiptCode(id)).payments).toEqual(payments)
      return completeFromReceipt(saved, receipt, rules).payments
    }
    expect(paid(180_000, undefined)).toEqual([
      { method: 'BANK', amount: 180_000 },
      { method: 'EMONEY', amount: 1_000_000 },
    ])
    expect(paid(180_000, 1_000_000)).toHaveLength(2)
    expect(paid(180_000, 500_000).at(-1)).toEqual({ method: 'CASH', amount: 500_000 })
    // More than the receipt says: a person decides.
    expect(paid(180_000, 2_000_000)).toEqual([])
    expect(() => save({ ...scanned, payments: [{ method: 'BANK', amount: toCents(0) }] })).toThrow(
      'EXPENSE_AMOUNT_NOT_POSITIVE',
    )
  })

  it('refuses a note that no item could have', () => {
    expect(() => save({ ...scanned, note: 'ab' })).toThrow('EXPENSE_DESCRIPTION_LENGTH')
  })

  it('is saved again after an edit of what was typed', () => {
    const form = formFromExpense(save(scanned), ownReceiptCode(id))
    const edited = save(withTyped({ ...form, way: 'qr' }, { note: 'Unga' }))
    expect(edited).toMatchObject({ typed: { note: 'Unga' }, items: [] })
    expect(edited.automatic).toContain('figures')
  })

  it.each([
    ['INCLUSIVE', { amountType: 'INCLUSIVE' }, 1_180_000, 1_180_000],
    ['EXCLUSIVE', { amountType: 'EXCLUSIVE' }, 1_000_000, 1_180_000],
  ] as const)('is completed with VAT that was chosen before: %s', (_, chosen, unitAmount, total) => {
    const done = completeFromReceipt(save({ ...scanned, ...chosen }), receipt, rules)
    expect(done).toMatchObject({
      ...chosen,
      items: [{ unitAmount, taxType: 'standard' }],
      totals: { total, vat: 180_000, balance: 0 },
    })
  })

  it('comes within a cent of any total without its VAT', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 900_000_000 }).map(toCents), (total) => {
        const { net, tax } = splitInclusive(total, percent(18))
        const page = { ...receipt, tax, total, items: [] }
        const done = completeFromReceipt(save({ ...scanned, amountType: 'EXCLUSIVE' }), page, rules)
        expect(Math.abs(done.totals.total - total)).toBeLessThanOrEqual(1)
        expect(Math.abs(done.totals.net - net)).toBeLessThanOrEqual(1)
        const found = applyAuthorityFinding(done, page, done.createdAt, DEFAULT_SETTINGS)
        expect(found.authority?.outcome).toBe('known')
      }),
    )
  })

  it('is completed in shillings where another currency was chosen before, which stays', () => {
    const money = { currency: 'USD' as const, currencyRate: toExchangeRate(26_505_000) }
    const saved = save({ ...scanned, ...money, amountType: 'INCLUSIVE' })
    expect(completeFromReceipt(saved, receipt, rules)).toMatchObject({
      ...money,
      totals: { total: receipt.total, vat: 180_000, balance: 0 },
    })
    expect(completeFromReceipt(save({ ...scanned, ...money }), receipt, rules)).toMatchObject({
      ...money,
      totals: { total: receipt.total, vat: 180_000 },
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
