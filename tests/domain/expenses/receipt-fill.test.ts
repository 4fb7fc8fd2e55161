import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import { fillFromReceipt } from '#domain/expenses/fill-from-receipt.ts'
import {
  blankOf,
  blankQuickForm,
  type QuickExpenseForm,
  reopened,
} from '#domain/expenses/quick-expense-form.ts'
import { hasReceipt, withFill, withoutFill, withReceipt } from '#domain/expenses/receipt-fill.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'

const rules = { rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS }
const blank = blankQuickForm('2026-11-22', '10:00')
const quantity = toQuantity(1000)

const first: AuthorityReceipt = {
  code: 'SIM7QX58',
  day: '2026-03-02' as FiscalDay,
  seller: { name: 'Duka la Mfano', taxNumber: '999000111', vatNumber: '99000001Z', phone: '', serial: '' },
  items: [
    { description: 'Cement 50kg', quantity, amount: toCents(118_000), letter: 'A' },
    { description: 'Mchele', quantity, amount: toCents(64_000), letter: 'C' },
  ],
  tax: toCents(18_000),
  total: toCents(182_000),
}
const second: AuthorityReceipt = {
  ...first,
  code: 'SIM7QX59',
  day: '2026-03-04' as FiscalDay,
  seller: { ...first.seller, name: 'Duka Jingine', taxNumber: '999000222' },
  items: [{ description: 'Rangi', quantity, amount: toCents(59_000), letter: 'A' }],
  tax: toCents(9_000),
  total: toCents(59_000),
}

const scan = (form: QuickExpenseForm, { code }: AuthorityReceipt) =>
  withReceipt(form, 'qr', { code, time: '09:15:07' }, true)
const filledFrom = (form: QuickExpenseForm, receipt: AuthorityReceipt, start = blank) =>
  withFill(form, { ...fillFromReceipt(form, start, receipt, rules), category: 'STOCK' })
const scanned = filledFrom(scan(blank, first), first)
/** As the vendor field does for a vendor that the company knows. */
const recognized: QuickExpenseForm = {
  ...scanned,
  ...{ vendorId: 'vendor-1', vendorForeign: false, vendorRest: { phone: '+255700000101' } },
}

describe('another receipt scanned instead of the first', () => {
  it('leaves nothing of the first one, also after a reload', () => {
    const opened = reopened(structuredClone(recognized), blank)
    for (const form of [recognized, opened]) {
      const again = scan(form, second)
      expect(again).toMatchObject({
        ...{ amount: undefined, amountType: 'NO_TAX', items: undefined, note: '', day: blank.day },
        ...{ vendorName: '', vendorTaxNumber: '', vendorId: undefined, vendorRest: undefined },
        ...{ category: '', seller: undefined, receiptCode: second.code },
      })
      expect(filledFrom(again, second, blankOf(form, blank))).toMatchObject({
        ...{ amount: second.total, amountType: 'INCLUSIVE', note: 'Rangi', day: '2026-03-04' },
        ...{ vendorName: 'Duka Jingine', vendorTaxNumber: '999000222', items: undefined },
      })
    }
  })

  it('keeps what was typed and attached since, and what was typed before', () => {
    const files = [{ sha256: 'a'.repeat(64), name: 'risiti.jpg', type: 'image/jpeg' as const, size: 9 }]
    const payments = [{ method: 'BANK' as const, amount: toCents(100) }]
    const before = filledFrom(scan({ ...blank, vendorName: 'Mzee Juma' }, first), first)
    const typed: QuickExpenseForm = {
      ...before,
      ...{ files, payments, note: 'Ukuta', category: 'REPAIRS', method: 'BANK', day: '2026-03-01' },
    }
    expect(scan(typed, second)).toMatchObject({
      ...{ files, payments, note: 'Ukuta', category: 'REPAIRS', method: 'BANK', day: '2026-03-01' },
      ...{ vendorName: 'Mzee Juma', vendorTaxNumber: '', amount: undefined },
    })
  })

  it('keeps the amounts as they are once one of them was changed', () => {
    const items = scanned.items?.slice(1) ?? []
    const typed = { ...scanned, items, amount: toCents(64_000) }
    expect(items).toHaveLength(1)
    expect(scan(typed, second)).toMatchObject({ items, amount: 64_000, amountType: 'INCLUSIVE' })
    const inDollars = { ...scanned, currency: 'USD' as const }
    expect(scan(inDollars, second)).toMatchObject({ amount: first.total, currency: 'USD' })
  })

  it('keeps the record of a vendor that was chosen instead of the one on the receipt', () => {
    const chosen = { vendorName: 'Juma', vendorTaxNumber: '999000333', vendorId: 'vendor-2' }
    expect(scan({ ...recognized, ...chosen }, second)).toMatchObject(chosen)
  })
})

describe('the same receipt scanned again', () => {
  it('changes nothing, however its code is written', () => {
    expect(scan(recognized, first)).toBe(recognized)
    expect(withReceipt(recognized, 'code', { code: first.code, time: undefined }, true)).toBe(recognized)
    const typed = { receiptCode: 'sim7 qx58', receiptTime: '09:15:07' }
    expect(hasReceipt(typed, { code: first.code, time: '09:15:07' }, true)).toBe(true)
  })

  it('takes the time that was missing, or was another one', () => {
    const typed = { ...blank, receiptCode: first.code }
    expect(scan(typed, first)).toMatchObject({ receiptTime: '09:15:07', time: '09:15', way: 'qr' })
    const later = withReceipt(recognized, 'qr', { code: first.code, time: '09:16:00' }, true)
    expect(later).toMatchObject({ receiptTime: '09:16:00', amount: undefined })
  })
})

it('a form that no receipt filled in stays as it is', () => {
  expect(withoutFill(blank)).toBe(blank)
})
