import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkExpense, type ExpenseRules, type UncheckedExpense } from '#domain/expenses/check-expense.ts'
import { EXPENSE_AMOUNT_TYPES, EXPENSE_METHODS } from '#domain/expenses/expense.ts'
import { expenseFromForm, formTotals, withSeveralPayments } from '#domain/expenses/expense-from-form.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { formFromExpense } from '#domain/expenses/form-from-expense.ts'
import { blankQuickForm } from '#domain/expenses/quick-expense-form.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import { toCents } from '#domain/money/cents.ts'
import { toExchangeRate } from '#domain/money/currency.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'
import { expenseFields } from '../../support/expense-input.ts'
import { percent, tsh } from '../example-invoice.ts'

const expenseId = '019aa000-0000-7000-8000-00000000beef'
const rules: ExpenseRules = {
  expenseId,
  latest: '2026-11-21' as FiscalDay,
  rates: DEFAULT_RATES,
  settings: DEFAULT_SETTINGS,
}
const [item] = expenseFields().items
if (!item) throw new Error('an expense has an item')

function codes(change: Partial<UncheckedExpense>, under: Partial<ExpenseRules> = {}) {
  const checked = checkExpense({ ...expenseFields(), ...change }, { ...rules, ...under })
  return checked.ok ? [] : checked.refusals.map(({ path, code }) => `${path} ${code}`)
}

function under(settings: Partial<ExpenseRules['settings']>): Partial<ExpenseRules> {
  return { settings: { ...DEFAULT_SETTINGS, ...settings } }
}

describe('an expense is validated field by field (spec §5)', () => {
  it('takes one that is in order, with numbers in stored form', () => {
    const vendor = { ...expenseFields().vendor, taxNumber: '999-000-803', vatNumber: '99-000803-z' }
    const checked = checkExpense({ ...expenseFields(), vendor, receiptCode: ' test00123_093108 ' }, rules)
    expect(checked).toMatchObject({
      ok: true,
      value: { receiptCode: 'TEST00123', vendor: { taxNumber: '999000803', vatNumber: '99000803Z' } },
    })
  })

  it.each<[string, Partial<UncheckedExpense>, string[]]>([
    ['no category', { category: '' }, ['category EXPENSE_CATEGORY_REQUIRED']],
    ['a day that does not exist', { day: '2026-02-30' }, ['day EXPENSE_DATE_INVALID']],
    ['a day ahead', { day: '2026-11-22' }, ['day EXPENSE_DATE_AHEAD']],
    ['no time', { time: '' }, ['time EXPENSE_TIME_REQUIRED']],
    ['no such time', { time: '24:00' }, ['time EXPENSE_TIME_INVALID']],
    ['two letters of a code', { receiptCode: 'AB' }, ['receiptCode EXPENSE_CODE_FREE']],
    [
      'a link to somewhere else',
      { receiptCode: 'https://verify.example.com/TEST00123' },
      ['receiptCode EXPENSE_CODE_FREE'],
    ],
    [
      'no amount',
      { items: [{ ...item, unitAmount: tsh(0) }] },
      ['items.0.unitAmount EXPENSE_AMOUNT_NOT_POSITIVE'],
    ],
    ['no item', { items: [] }, ['items.0.unitAmount EXPENSE_AMOUNT_NOT_POSITIVE']],
    [
      'a short description',
      { items: [{ ...item, description: ' ab ' }] },
      ['items.0.description EXPENSE_DESCRIPTION_LENGTH'],
    ],
    ['a guessed rate', { items: [{ ...item, rate: percent(16) }] }, ['items.0.taxType EXPENSE_RATE_UNKNOWN']],
    [
      'a payment less',
      { payments: [{ method: 'CASH', amount: tsh(23_599) }] },
      ['payments EXPENSE_PAYMENTS_DIFFER'],
    ],
    [
      'a payment more where there is no tax',
      { amountType: 'NO_TAX', payments: [{ method: 'CASH', amount: tsh(23_601) }] },
      ['payments EXPENSE_PAYMENTS_DIFFER_NO_VAT'],
    ],
  ])('refuses %s', (_, change, expected) => {
    expect(codes(change)).toEqual(expected)
  })

  it('gives an expense without a receipt a code of its own, the same on phone and server', () => {
    const checked = checkExpense(expenseFields(), rules)
    expect(checked).toMatchObject({ ok: true, value: { receiptCode: ownReceiptCode(expenseId) } })
    // Also where the company takes no other free code.
    const strict = under({ expenseReceiptCodeManual: 'digits9' })
    expect(codes({ receiptCode: ownReceiptCode(expenseId) }, strict)).toEqual([])
    expect(codes({ receiptCode: ownReceiptCode('019aa000-0000-7000-8000-00000000dead') }, strict)).toEqual([
      'receiptCode EXPENSE_CODE_DIGITS9',
    ])
  })
})

describe('with a receipt, or without (tanzania-facts §11.27)', () => {
  const required = ['receiptCode EXPENSE_CODE_REQUIRED']
  const photo = { sha256: 'a'.repeat(64), name: 'picha.jpg', type: 'image/jpeg', size: 1000 } as const

  it('one that is said to be there has a code or a file', () => {
    expect(codes({ hasReceipt: true })).toEqual(required)
    expect(codes({ hasReceipt: true, receiptCode: ' ' })).toEqual(required)
    expect(codes({ hasReceipt: true, receiptCode: 'ZRB 17' })).toEqual([])
    expect(codes({ hasReceipt: true, files: [photo] })).toEqual([])
    // Together with everything else that is refused.
    expect(codes({ hasReceipt: true, time: '' })).toEqual([...required, 'time EXPENSE_TIME_REQUIRED'])
  })

  it('without one, and from an app that does not ask, the expense gets a number of its own', () => {
    for (const change of [{}, { hasReceipt: false }]) {
      const checked = checkExpense({ ...expenseFields(), ...change }, rules)
      expect(checked).toMatchObject({ ok: true, value: { receiptCode: ownReceiptCode(expenseId) } })
      expect(checked.ok && checked.value).not.toHaveProperty('hasReceipt')
    }
  })
})

describe('where the specification has two readings, the company chooses', () => {
  it('of a receipt code', () => {
    const checkCode = (rule: 'tra' | 'alnum9' | 'digits9' | 'free', receiptCode: string) =>
      codes({ receiptCode }, under({ expenseReceiptCodeManual: rule }))
    expect(checkCode('tra', 'TEST00123456')).toEqual([])
    expect(checkCode('tra', 'ZRB 17')).toEqual(['receiptCode EXPENSE_CODE_TRA'])
    expect(checkCode('free', 'ZRB 17')).toEqual([])
    expect(checkCode('alnum9', 'TESTA01B3')).toEqual([])
    expect(checkCode('alnum9', 'TESTA01B34')).toEqual(['receiptCode EXPENSE_CODE_ALNUM9'])
    expect(checkCode('digits9', '123456789')).toEqual([])
    expect(checkCode('digits9', 'TESTA01B3')).toEqual(['receiptCode EXPENSE_CODE_DIGITS9'])
  })

  it('of a receipt code that was scanned or typed from the paper, whatever is chosen for entry by hand (§11.2)', () => {
    for (const rule of ['tra', 'alnum9', 'digits9', 'free'] as const) {
      // What a QR code gives always has the authority's form.
      const scanned = under({ expenseReceiptCodeManual: rule, expenseReceiptCodeCodeEntry: 'digits9' })
      expect(codes({ receiptCode: 'TEST00123456' }, scanned)).toEqual([])
    }
    const entered = (rule: 'alnum9' | 'free', receiptCode: string) =>
      codes(
        { receiptCode },
        under({ expenseReceiptCodeManual: 'digits9', expenseReceiptCodeCodeEntry: rule }),
      )
    expect(entered('alnum9', 'TESTA01B3')).toEqual([])
    expect(entered('alnum9', 'ZRB 17')).toEqual(['receiptCode EXPENSE_CODE_DIGITS9'])
    expect(entered('free', 'ZRB 17')).toEqual([])
    expect(entered('free', 'AB')).toEqual(['receiptCode EXPENSE_CODE_DIGITS9'])
  })

  it.each([
    ['taxNumber', '12345678', { vendorTaxNumber: 'exact9' }, 'VENDOR_TAX_NUMBER_EXACT'],
    ['taxNumber', '1234567890', { vendorTaxNumber: 'exact9' }, 'VENDOR_TAX_NUMBER_EXACT'],
    ['taxNumber', '1234567890', { vendorTaxNumber: 'min9' }, undefined],
    ['taxNumber', '12345678', { vendorTaxNumber: 'min9' }, 'VENDOR_TAX_NUMBER_SHORT'],
    ['vatNumber', '9900080 3ZZ', { vendorVatNumber: 'exact9' }, 'VENDOR_VAT_NUMBER_EXACT'],
    ['vatNumber', '9900080 3ZZ', { vendorVatNumber: 'min9' }, undefined],
    ['serial', '99TZ000000801', { vendorSerial: 'min10' }, undefined],
    ['serial', '99TZ0001', { vendorSerial: 'min10' }, 'VENDOR_SERIAL_SHORT'],
    ['serial', '99TZ000000801', { vendorSerial: 'max10' }, 'VENDOR_SERIAL_LONG'],
    ['serial', '99TZ000000801', { vendorSerial: 'any' }, undefined],
    // The longest of each (tanzania-facts §11.3 to §11.5).
    ['taxNumber', '1'.repeat(20), { vendorTaxNumber: 'min9' }, undefined],
    ['taxNumber', '1'.repeat(21), { vendorTaxNumber: 'min9' }, 'VENDOR_NUMBER_TOO_LONG'],
    ['vatNumber', 'A'.repeat(20), { vendorVatNumber: 'min9' }, undefined],
    ['vatNumber', 'A'.repeat(21), { vendorVatNumber: 'min9' }, 'VENDOR_NUMBER_TOO_LONG'],
    ['serial', 'A'.repeat(20), { vendorSerial: 'min10' }, undefined],
    ['serial', 'A'.repeat(21), { vendorSerial: 'min10' }, 'VENDOR_NUMBER_TOO_LONG'],
    ['serial', 'A', { vendorSerial: 'any' }, undefined],
    ['serial', 'A'.repeat(20), { vendorSerial: 'any' }, undefined],
    ['serial', 'A'.repeat(21), { vendorSerial: 'any' }, 'VENDOR_NUMBER_TOO_LONG'],
    ['serial', 'SERÍAL', { vendorSerial: 'any' }, 'VENDOR_NUMBER_TOO_LONG'],
    ['phone', '12345678', {}, 'VENDOR_PHONE_INVALID'],
    ['phone', '0700 000 181', {}, undefined],
    ['phone', '+44 20 7946 0958', {}, undefined],
  ] as const)('vendor %s %s under %o', (field, value, settings, refusal) => {
    const vendor = { ...expenseFields().vendor, [field]: value }
    expect(codes({ vendor }, under(settings))).toEqual(refusal ? [`vendor.${field} ${refusal}`] : [])
  })

  it('and what was recorded under another reading stays in order as long as it is not changed', () => {
    const vendor = { ...expenseFields().vendor, taxNumber: '1234567890', serial: '99TZ0001' }
    const recorded = { receiptCode: 'ZRB 17', vendor }
    const strict = { ...under({ expenseReceiptCodeManual: 'digits9' }), recorded }
    expect(codes(recorded, strict)).toEqual([])
    expect(codes({ receiptCode: 'ZRB 18', vendor: { ...vendor, serial: '99TZ0002' } }, strict)).toEqual([
      'receiptCode EXPENSE_CODE_DIGITS9',
      'vendor.serial VENDOR_SERIAL_SHORT',
    ])
    // The same number is judged where the vendor is said to be from elsewhere.
    const foreign = { ...vendor, taxNumber: '12345678', foreign: true }
    expect(codes({ vendor: foreign }, { recorded: { receiptCode: '', vendor: foreign } })).toEqual([])
    expect(
      codes({ vendor: { ...foreign, foreign: false } }, { recorded: { receiptCode: '', vendor: foreign } }),
    ).toEqual(['vendor.taxNumber VENDOR_TAX_NUMBER_EXACT'])
    // Nothing of the rest is taken over unjudged.
    expect(codes({ ...recorded, category: '' }, strict)).toEqual(['category EXPENSE_CATEGORY_REQUIRED'])
  })

  it('of special relief, and takes what a phone froze under the other one', () => {
    const relieved = (rate: number) => [{ ...item, taxType: 'special_relief' as const, rate: percent(rate) }]
    for (const taxExpenseSpecialRelief of [0, 5] as const) {
      const chosen = under({ taxExpenseSpecialRelief })
      expect(codes({ items: relieved(0) }, chosen)).toEqual([])
      expect(codes({ items: relieved(5) }, chosen)).toEqual([])
      expect(codes({ items: relieved(18) }, chosen)).toEqual(['items.0.taxType EXPENSE_RATE_UNKNOWN'])
    }
  })
})

const anItem = fc.record({
  description: fc.constant('Kitu'),
  quantity: fc.constantFrom(expenseFields().items[0]?.quantity ?? item.quantity),
  unitAmount: fc.integer({ min: 1, max: 100_000_000 }).map(toCents),
  taxType: fc.constantFrom(...TAX_TYPES),
  rate: fc.constantFrom(percent(18), percent(0)),
})

describe('the totals of an expense', () => {
  it('net and VAT always come to the total, and without tax there is no VAT', () => {
    fc.assert(
      fc.property(
        fc.array(anItem, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...EXPENSE_AMOUNT_TYPES),
        (items, amountType) => {
          const sum = items.reduce((all, one) => all + one.unitAmount, 0)
          const { net, vat, total, balance } = expenseTotals({ amountType, items, payments: [] })
          expect(net + vat).toBe(total)
          expect(balance).toBe(total)
          if (amountType !== 'EXCLUSIVE') expect(total).toBe(sum)
          else expect(total).toBeGreaterThanOrEqual(sum)
          if (amountType === 'NO_TAX') expect(vat).toBe(0)
        },
      ),
    )
  })

  it('adds VAT on top of amounts that exclude it', () => {
    const excluded = { amountType: 'EXCLUSIVE' as const, items: [{ ...item, unitAmount: tsh(20_000) }] }
    expect(expenseTotals({ ...excluded, payments: [] })).toMatchObject({ net: tsh(20_000), vat: tsh(3_600) })
  })
})

describe('the quick form', () => {
  const tax = { rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS }
  const aForm = fc.record({
    amount: fc.integer({ min: 1, max: 8_000_000_000 }).map(toCents),
    category: fc.constantFrom('RENT' as const, 'FUEL' as const),
    vendorName: fc.constantFrom('', "Ng'ombe Mfano"),
    vendorTaxNumber: fc.constantFrom('', '999000802'),
    receiptCode: fc.constantFrom('', 'TEST00123'),
    note: fc.constantFrom('', 'Lita kumi'),
    method: fc.constantFrom(...EXPENSE_METHODS),
    amountType: fc.constantFrom(...EXPENSE_AMOUNT_TYPES),
    taxType: fc.constantFrom(...TAX_TYPES),
    day: fc.constantFrom('2026-11-21', '2025-12-31'),
    time: fc.constantFrom('00:00', '23:59'),
  })

  it('always writes an expense whose payment is its total, and can be opened again as it was typed', () => {
    fc.assert(
      fc.property(aForm, (form) => {
        const checked = checkExpense(expenseFromForm(form, tax), rules)
        if (!checked.ok) throw new Error(JSON.stringify(checked.refusals))
        const { value: expense } = checked
        const totals = expenseTotals(expense)
        expect(totals.balance).toBe(0)
        const again = { ...expense, ...record, status: 'pending' as const, totals }
        expect(formFromExpense(again, ownReceiptCode(expenseId))).toEqual(form)
      }),
    )
  })

  const anAmount = fc.integer({ min: 100, max: 10_000 }).map(toCents)
  const aLongForm = fc.record({
    form: aForm,
    items: fc.array(
      fc.record({
        description: fc.constantFrom('Sukari', 'Mchele kilo'),
        quantity: fc.integer({ min: 1_000, max: 20_000 }).map(toQuantity),
        unitAmount: anAmount,
        taxType: fc.constantFrom(...TAX_TYPES),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    ways: fc.uniqueArray(fc.constantFrom(...EXPENSE_METHODS), { minLength: 2 }),
    money: fc.constantFrom({}, { currency: 'USD' as const, currencyRate: toExchangeRate(26_505_000) }),
  })

  it('keeps several items and payments, in shillings or another currency, and opens again as it was typed', () => {
    fc.assert(
      fc.property(aLongForm, ({ form, items, ways, money }) => {
        const typed = { ...form, items, ...money }
        const { total } = formTotals(typed, tax)
        fc.pre(total >= ways.length)
        const payments = ways.map((method, at) => ({
          method,
          amount: toCents(at === 0 ? total - (ways.length - 1) : 1),
        }))
        const whole = { ...typed, payments }
        const checked = checkExpense(expenseFromForm(whole, tax), rules)
        if (!checked.ok) throw new Error(JSON.stringify(checked.refusals))
        const { value: expense } = checked
        const totals = expenseTotals(expense)
        expect(totals.balance).toBe(0)
        const again = { ...expense, ...record, status: 'pending' as const, totals }
        expect(formFromExpense(again, ownReceiptCode(expenseId))).toMatchObject({ items, payments, ...money })
      }),
    )
  })

  it('does not accept several payments that leave a balance (spec §5)', () => {
    const form = {
      ...blankQuickForm('2026-11-21', '10:00'),
      category: 'RENT' as const,
      amount: tsh(1_000),
      payments: [
        { method: 'CASH' as const, amount: tsh(400) },
        { method: 'BANK' as const, amount: tsh(599) },
      ],
    }
    expect(formTotals(form, tax).balance).toBe(tsh(1))
    const checked = checkExpense(expenseFromForm(form, tax), rules)
    expect(!checked.ok && checked.refusals).toEqual([
      { path: 'payments', code: 'EXPENSE_PAYMENTS_DIFFER_NO_VAT' },
    ])
  })

  it('has no first of several payments over nothing while there is no amount', () => {
    const form = { ...blankQuickForm('2026-11-21', '10:00'), method: 'BANK' as const }
    expect(withSeveralPayments(form, tax).payments).toEqual([{ method: 'BANK', amount: undefined }])
    const known = { ...form, amount: tsh(1_000) }
    expect(withSeveralPayments(known, tax).payments).toEqual([{ method: 'BANK', amount: tsh(1_000) }])
  })

  it('asks for the rate of another currency', () => {
    const form = {
      ...blankQuickForm('2026-11-21', '10:00'),
      category: 'RENT' as const,
      amount: tsh(100),
      currency: 'USD' as const,
    }
    const checked = checkExpense(expenseFromForm(form, tax), rules)
    expect(!checked.ok && checked.refusals).toEqual([
      { path: 'currencyRate', code: 'EXPENSE_CURRENCY_RATE_REQUIRED' },
    ])
  })

  it('starts with what most expenses have in common, and asks for amount and category', () => {
    const blank = blankQuickForm('2026-11-21', '10:00')
    const checked = checkExpense(expenseFromForm(blank, tax), rules)
    expect(!checked.ok && checked.refusals.map(({ path }) => path)).toEqual([
      'category',
      'items.0.unitAmount',
    ])
  })
})

const record = {
  id: expenseId,
  companyId: 'c',
  rev: 1,
  createdBy: 'u',
  createdByName: 'Asha',
  createdAt: '2026-11-21T07:00:00.000Z' as never,
}
