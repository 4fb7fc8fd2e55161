import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { applyAuthorityFinding } from '#domain/expenses/authority-finding.ts'
import type { AuthorityItem, AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import { checkExpense } from '#domain/expenses/check-expense.ts'
import { type Expense, NO_VENDOR } from '#domain/expenses/expense.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { compareTyped, fillFromReceipt } from '#domain/expenses/fill-from-receipt.ts'
import { formFromExpense } from '#domain/expenses/form-from-expense.ts'
import { blankQuickForm, type QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import { toCents } from '#domain/money/cents.ts'
import { parseExchangeRate } from '#domain/money/currency.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { splitInclusive } from '#domain/tax/split-inclusive.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'
import { percent } from '../example-invoice.ts'

const rules = { rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS }
const expenseId = '019aa000-0000-7000-8000-00000000beef'
const blank = blankQuickForm('2026-11-22', '10:00')
const seller = {
  name: 'Duka la Mfano',
  taxNumber: '999000111',
  vatNumber: '99000001Z',
  phone: '255700000101',
  serial: '10TZ199999',
}
const line = (description: string, amount: number, letter: TaxLetter): AuthorityItem => ({
  description,
  quantity: toQuantity(1000),
  amount: toCents(amount),
  letter,
})

/** The golden receipt of the authority's guide, as its page shows it: Tsh 1,000 off the first line. */
const golden: AuthorityReceipt = {
  code: 'SIM7QX58',
  day: '2026-03-02' as FiscalDay,
  seller,
  items: [
    line('Cement 50kg', 1_350_000, 'A'),
    line('Paint brush', 236_000, 'A'),
    line('Item zero rated', 640_000, 'C'),
    line('Item exempt', 150_000, 'E'),
  ],
  tax: toCents(226_678),
  total: toCents(2_276_000),
}

const scanned: QuickExpenseForm = {
  ...blank,
  receiptCode: 'SIM7QX58',
  receiptTime: '09:15:07',
  time: '09:15',
  category: 'REPAIRS',
}

function expenseOf(form: QuickExpenseForm): Expense {
  const checked = checkExpense(expenseFromForm(form, rules), {
    ...rules,
    expenseId,
    latest: '2026-11-22' as FiscalDay,
  })
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusals))
  return {
    ...checked.value,
    status: 'pending',
    id: expenseId,
    companyId: 'c',
    rev: 1,
    totals: expenseTotals(checked.value),
    createdBy: 'u',
    createdByName: 'Asha',
    createdAt: '2026-11-22T07:00:00.000Z' as Instant,
  }
}

describe('what the authority says of a receipt', () => {
  it('fills an empty form: vendor, day, amount and the tax of every letter, the discount where the tax says it was', () => {
    const filled = fillFromReceipt(scanned, blank, golden, rules)
    expect(filled).toMatchObject({
      vendorName: 'Duka la Mfano',
      vendorTaxNumber: '999000111',
      day: '2026-03-02',
    })
    const expense = expenseOf(filled)
    expect(expense.totals).toMatchObject({ total: 2_276_000, vat: 226_678, balance: 0 })
    expect(expense.items.map(({ taxType, unitAmount }) => `${taxType} ${unitAmount}`)).toEqual([
      'standard 1486000',
      'zero_rated 640000',
      'exempted 150000',
    ])
    expect(expense.vendor).toEqual({ ...seller, phone: '+255700000101' })
    expect(expense.receiptTime).toBe('09:15:07')
  })

  it('can be opened and saved again as it was, with several letters too', () => {
    const expense = expenseOf(fillFromReceipt(scanned, blank, golden, rules))
    const again = formFromExpense(expense, ownReceiptCode(expenseId))
    expect(expenseFromForm(again, rules, expense)).toMatchObject({
      items: expense.items,
      vendor: expense.vendor,
    })
    const items = again.items?.slice(1) ?? []
    expect(expenseFromForm({ ...again, items }, rules, expense).items).toEqual(expense.items.slice(1))
  })

  it('never overwrites what the person typed', () => {
    fc.assert(
      fc.property(
        fc.record({
          vendorName: fc.constantFrom('', 'Mzee Juma'),
          vendorTaxNumber: fc.constantFrom('', '999000802'),
          note: fc.constantFrom('', 'Rangi'),
          day: fc.constantFrom(blank.day, '2026-11-20'),
          amount: fc.constantFrom(undefined, toCents(1), golden.total),
          amountType: fc.constantFrom('NO_TAX' as const, 'EXCLUSIVE' as const),
        }),
        (wrote) => {
          const filled = fillFromReceipt({ ...scanned, ...wrote }, blank, golden, rules)
          for (const field of ['vendorName', 'vendorTaxNumber', 'note'] as const) {
            if (wrote[field] !== '') expect(filled[field]).toBe(wrote[field])
          }
          if (wrote.day !== blank.day) expect(filled.day).toBe(wrote.day)
          if (wrote.amount !== undefined) expect(filled.amount).toBe(wrote.amount)
          if (wrote.amountType !== 'NO_TAX') expect(filled.amountType).toBe(wrote.amountType)
          if (wrote.amount === toCents(1)) expect(compareTyped(filled, golden, rules)).toBe('other-amount')
          // Another vendor's numbers are not this one's.
          if (wrote.vendorTaxNumber !== '') {
            expect(expenseFromForm(filled, rules).vendor).toMatchObject({ vatNumber: '', serial: '' })
          }
        },
      ),
    )
  })

  it('fills nothing into a saved expense with an amount, until another receipt is scanned', () => {
    const done = expenseOf(fillFromReceipt(scanned, blank, golden, rules))
    const saved = formFromExpense(done, ownReceiptCode(expenseId))
    const opened = { ...saved, hadAmount: true, openedCode: saved.receiptCode }
    const withoutVat = { ...opened, items: undefined, amountType: 'NO_TAX' as const, note: '' }
    expect(fillFromReceipt(withoutVat, blank, golden, rules)).toBe(withoutVat)
    const byHand = { ...withoutVat, openedCode: '', vendorName: '' }
    expect(fillFromReceipt(byHand, blank, golden, rules).vendorName).toBe(golden.seller.name)
    expect(compareTyped({ ...withoutVat, amount: toCents(100) }, golden, rules)).toBe('other-amount')
  })

  it('gives an expense that the rules take, with the page’s total and tax, for any receipt whose tax is right', () => {
    const anItem = fc.record({
      description: fc.string({ maxLength: 40 }),
      quantity: fc.constant(toQuantity(1000)),
      amount: fc.integer({ min: 100, max: 900_000_000 }).map(toCents),
      letter: fc.constantFrom<TaxLetter>('A', 'C', 'D', 'E'),
    })
    fc.assert(
      fc.property(fc.array(anItem, { minLength: 1, maxLength: 30 }), (items) => {
        const taxed = items
          .filter(({ letter }) => letter === 'A')
          .reduce((sum, { amount }) => sum + amount, 0)
        const total = toCents(items.reduce((sum, { amount }) => sum + amount, 0))
        const { tax } = splitInclusive(toCents(taxed), percent(18))
        const expense = expenseOf(fillFromReceipt(scanned, blank, { ...golden, items, tax, total }, rules))
        expect(expense.totals).toMatchObject({ total, vat: tax })
      }),
    )
  })

  it('takes the total alone where the letters do not come to the tax', () => {
    const odd = { ...golden, tax: toCents(1), items: [line('Kitu', 2_276_000, 'B')] }
    expect(fillFromReceipt(scanned, blank, odd, rules)).toMatchObject({
      amount: 2_276_000,
      amountType: 'NO_TAX',
    })
  })

  it('is the same only where amount, VAT and currency are, and nothing is compared without an amount', () => {
    const compared = (wrote: Partial<QuickExpenseForm>) =>
      compareTyped({ ...scanned, ...wrote }, golden, rules)
    const amount = golden.total
    expect(compareTyped(fillFromReceipt(scanned, blank, golden, rules), golden, rules)).toBe('same')
    expect(compared({ amount })).toBe('same')
    expect(compared({ amount, amountType: 'INCLUSIVE' })).toBe('other-vat')
    expect(compared({ amount, amountType: 'EXCLUSIVE' })).toBe('other-amount')
    expect(compared({})).toBeUndefined()
    const paidIn = { currency: 'USD' as const, currencyRate: parseExchangeRate('2000') }
    expect(compared({ amount, ...paidIn })).toBe('other-amount')
    expect(compared({ amount: toCents(1_138), ...paidIn })).toBe('same')
    expect(compared({ amount, currency: 'USD' })).toBeUndefined()
  })

  it('is not the same with a time that was typed over that of the receipt', () => {
    const amount = golden.total
    const timed = (time: string) => compareTyped({ ...scanned, amount, time }, golden, rules)
    expect([timed('09:16'), timed('09:15')]).toEqual(['other-time', 'same'])
    expect(compareTyped({ ...scanned, amount: toCents(1), time: '09:16' }, golden, rules)).toBe(
      'other-amount',
    )
  })

  it('leaves out parts of the vendor that the rules of expenses would refuse', () => {
    const strange = { ...golden, seller: { ...seller, serial: 'X1', phone: '12', vatNumber: 'NONE' } }
    const { vendor } = expenseOf(fillFromReceipt(scanned, blank, strange, rules))
    expect(vendor).toMatchObject({ name: 'Duka la Mfano', serial: '', phone: '', vatNumber: '' })
  })
})

describe('a receipt looked up after its expense was saved', () => {
  const at = '2026-11-22T08:00:00.000Z' as Instant
  const saved = expenseOf({ ...scanned, amount: golden.total })

  it('fills in the vendor and says whether the totals agree', () => {
    expect(applyAuthorityFinding(saved, golden, at, DEFAULT_SETTINGS)).toMatchObject({
      vendor: { taxNumber: '999000111', serial: '10TZ199999' },
      totals: saved.totals,
      authority: { outcome: 'known', total: golden.total, at },
    })
    const other = { ...golden, total: toCents(5) }
    expect(applyAuthorityFinding(saved, other, at, DEFAULT_SETTINGS).authority?.outcome).toBe('differs')
    expect(applyAuthorityFinding(saved, null, at, DEFAULT_SETTINGS)).toEqual({
      ...saved,
      authority: { outcome: 'unknown', total: null, at },
    })
  })

  it('leaves a vendor with another tax number, and a finished expense, as they are (spec §4)', () => {
    const mine = { ...saved, vendor: { ...NO_VENDOR, taxNumber: '999000802' } }
    expect(applyAuthorityFinding(mine, golden, at, DEFAULT_SETTINGS).vendor).toEqual(mine.vendor)
    const done = { ...saved, status: 'processed' as const }
    expect(applyAuthorityFinding(done, golden, at, DEFAULT_SETTINGS).vendor).toEqual(saved.vendor)
  })
})
