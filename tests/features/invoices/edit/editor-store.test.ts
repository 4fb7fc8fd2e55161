import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFiscalDay } from '#domain/calendar/east-africa.ts'
import { type InvoiceLine, MAX_LINES } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft, WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import type { Pricing } from '#domain/invoices/price-line.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { MAX_QUANTITY, toQuantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import {
  createEditor,
  withAmountType,
  withCustomer,
  withLinesBack,
  withoutLine,
  withPaymentMethod,
  withProduct,
  withTenderedReference,
} from '#features/invoices/edit/editor-store.ts'
import { lineFieldKey, paymentFieldKey, validateDraft } from '#features/invoices/edit/validate-draft.ts'
import { exampleContent, exampleLine, tsh } from '../../../domain/example-invoice.ts'

const today = parseFiscalDay('2026-11-21')
if (!today) throw new Error('no such day')

const rules = { vatRegistered: true, today, choices: undefined }
const pricing: Pricing = { day: today, rates: DEFAULT_RATES, vatRegistered: true, amountType: 'INCLUSIVE' }
const sugar: Product = {
  id: '01900000-0000-7000-8000-000000000001',
  companyId: '01900000-0000-7000-8000-0000000000ff',
  rev: 1,
  name: 'Sukari 1 kg',
  unit: 'kg',
  unitPrice: tsh(3200),
  taxType: 'standard',
  active: true,
}

const inclusive = (lines: InvoiceLine[]) => ({ lines, amountType: 'INCLUSIVE' as const })

describe('putting products on an invoice', () => {
  it('adds a line with the price of the list and the rate of the day', () => {
    const put = withProduct(newDraft(), sugar, pricing, 'line-1')
    expect(put).toMatchObject({
      content: {
        lines: [{ id: 'line-1', productId: sugar.id, quantity: 1000, unitPrice: 320_000, rate: 1800 }],
      },
    })
  })

  it('counts one more on the line that holds the product already', () => {
    const once = withProduct(newDraft(), sugar, pricing, 'line-1')
    if (once.kind !== 'put') throw new Error(once.because)
    const twice = withProduct(once.content, sugar, pricing, 'line-2')
    expect(twice).toMatchObject({ content: { lines: [{ id: 'line-1', quantity: 2000 }] } })
  })

  it('adds nothing when the table has no rate for the day: a rate is never guessed', () => {
    expect(withProduct(newDraft(), sugar, { ...pricing, rates: [] }, 'line-1')).toEqual({
      kind: 'refused',
      because: 'no-rate',
    })
  })

  it('distinguishes a full line from a missing rate', () => {
    const full = exampleLine({ productId: sugar.id, quantity: toQuantity(MAX_QUANTITY) })
    expect(withProduct(exampleContent({ lines: [full] }), sugar, pricing, 'line-2')).toEqual({
      kind: 'refused',
      because: 'line-full',
    })
  })

  it('refuses a line more than the server takes, and still counts one more on a line', () => {
    const lines = Array.from({ length: 200 }, (_, at) =>
      exampleLine({ id: `line-${at}`, productId: `p-${at}` }),
    )
    const content = exampleContent({ lines })
    expect(withProduct(content, sugar, pricing, 'line-200')).toEqual({
      kind: 'refused',
      because: 'invoice-full',
    })
    expect(withProduct(content, { ...sugar, id: 'p-0' }, pricing, 'line-200').kind).toBe('put')
  })
})

describe('saying prices the other way round', () => {
  it('keeps what the customer pays: 1,180 with VAT is 1,000 without', () => {
    const inclusive = exampleContent({ lines: [exampleLine({ unitPrice: tsh(1180) })] })
    const exclusive = withAmountType(inclusive, 'EXCLUSIVE')
    expect(exclusive.lines[0]?.unitPrice).toBe(100_000)
    expect(invoiceTotals(exclusive, true).totalIncludingTax).toBe(
      invoiceTotals(inclusive, true).totalIncludingTax,
    )
  })

  it('changes the total by less than a cent for each piece, and changes back to within a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom(0, 1600, 1800), (price, rate) => {
        const line = exampleLine({ unitPrice: toCents(price), rate: toBasisPoints(rate) })
        const content = exampleContent({ lines: [{ ...line, quantity: toQuantity(1000) }] })
        const there = withAmountType(content, 'EXCLUSIVE')
        const back = withAmountType(there, 'INCLUSIVE')
        expect(Math.abs((back.lines[0]?.unitPrice ?? 0) - price)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('customer, payments and removed lines', () => {
  it('copies the customer onto the invoice, and removes it for a walk-in', () => {
    const asha = {
      id: '01900000-0000-7000-8000-000000000002',
      companyId: sugar.companyId,
      rev: 1,
      name: 'Asha',
      identificationType: 'NO_IDENTIFICATION',
      identificationNumber: '',
      phone: '+255700000101',
      email: '',
      vatRegistrationNumber: '',
      active: true,
    } as const
    const named = withCustomer(newDraft(), asha)
    expect(named.customer).toMatchObject({ customerId: asha.id, name: 'Asha', phone: '+255700000101' })
    expect(withCustomer(named, null).customer).toEqual(WALK_IN_CUSTOMER)
  })

  it('pays the amount still due by the next method, and changes the method of a sale paid by one (a wrong tile)', () => {
    const cash = [{ type: 'cash' as const, amount: tsh(1000) }]
    expect(withPaymentMethod(cash, 'e-money', tsh(1500))).toEqual([
      ...cash,
      { type: 'e-money', amount: tsh(500) },
    ])
    expect(withPaymentMethod(cash, 'e-money', tsh(1000))).toEqual([{ type: 'e-money', amount: tsh(1000) }])
    const card = withTenderedReference([{ type: 'credit_card', amount: tsh(1000) }], 0, 'SLIP 7')
    expect(card).toEqual([{ type: 'credit_card', amount: tsh(1000), reference: 'SLIP 7' }])
    expect(withTenderedReference(card, 0, '')).toEqual([{ type: 'credit_card', amount: tsh(1000) }])
    expect(withPaymentMethod(card, 'e-money', tsh(1000))).toEqual([{ type: 'e-money', amount: tsh(1000) }])
  })

  it('keeps only the amount due of a note when another method replaces it: no change is given for e-money (spec §5)', () => {
    const editor = createEditor(exampleContent({ lines: [exampleLine({ unitPrice: tsh(7400) })] }))
    const { totalIncludingTax } = editor.getState().totals
    editor.getState().changeTendered(() => [{ type: 'cash', amount: tsh(20_000) }])
    editor.getState().changeTendered((now) => withPaymentMethod(now, 'e-money', totalIncludingTax))
    expect(editor.getState()).toMatchObject({
      tendered: [{ type: 'e-money', amount: tsh(7400) }],
      amountDue: 0,
      changeDue: 0,
    })
    // The other way round an amount too large stays as it was typed: it was a note, and its change goes back.
    editor.getState().changeTendered(() => [{ type: 'e-money', amount: tsh(20_000) }])
    editor.getState().changeTendered((now) => withPaymentMethod(now, 'cash', totalIncludingTax))
    expect(editor.getState()).toMatchObject({ amountDue: 0, changeDue: tsh(12_600) })
  })

  it('puts an emptied cart back before what was added since, and one line where it was', () => {
    const [first, second, since] = ['1', '2', '3'].map((id) => exampleLine({ id }))
    if (!first || !second || !since) throw new Error('no lines')
    const all = withLinesBack(exampleContent({ lines: [since] }), inclusive([first, second]))
    expect(all).toMatchObject({ kind: 'put', content: { lines: [first, second, since] } })
    const one = withLinesBack(exampleContent({ lines: [first, since] }), inclusive([second]), 1)
    expect(one).toMatchObject({ kind: 'put', content: { lines: [first, second, since] } })
  })

  it('puts nothing back where it would be more lines than an invoice has, by the rule of a new line', () => {
    const lines = Array.from({ length: MAX_LINES }, (_, index) => exampleLine({ id: `line-${index}` }))
    const since = exampleLine({ id: 'since' })
    const refused = { kind: 'refused', because: 'invoice-full' }
    expect(withLinesBack(exampleContent({ lines: [since] }), inclusive(lines))).toEqual(refused)
    expect(withLinesBack(exampleContent({ lines }), inclusive([since]), 7)).toEqual(refused)
    expect(withLinesBack(exampleContent({ lines: [since] }), inclusive(lines.slice(1))).kind).toBe('put')
  })

  it('puts lines back for the same amount when prices are without VAT since', () => {
    const line = exampleLine({ unitPrice: tsh(11_800) })
    const before = exampleContent({ lines: [line] })
    const since = withAmountType({ ...before, lines: [] }, 'EXCLUSIVE')
    const back = withLinesBack(since, before)
    if (back.kind === 'refused') throw new Error(back.because)
    expect(back.content).toMatchObject({ amountType: 'EXCLUSIVE', lines: [{ unitPrice: tsh(10_000) }] })
    expect(invoiceTotals(back.content, true).totalIncludingTax).toBe(
      invoiceTotals(before, true).totalIncludingTax,
    )
  })

  it('removes a line by its id', () => {
    const content = exampleContent()
    const first = content.lines[0]
    expect(withoutLine(content, first?.id ?? '').lines).toHaveLength(content.lines.length - 1)
  })
})

describe('the editor', () => {
  it('counts what a person did, so that an untouched invoice is never saved', () => {
    const editor = createEditor(newDraft())
    expect(editor.getState().edits).toBe(0)
    editor.getState().change((content) => ({ ...content, reference: 'LPO 7' }))
    expect(editor.getState()).toMatchObject({ edits: 1, content: { reference: 'LPO 7' } })
  })

  it('has something to keep from the beginning when it begins with a copy of another sale', () => {
    expect(createEditor(exampleContent(), { unsaved: true }).getState().edits).toBe(1)
  })

  it('keeps payments within the total as the cart grows and shrinks: the rest of the cash goes back (spec §5)', () => {
    const editor = createEditor(exampleContent({ lines: [exampleLine({ unitPrice: tsh(7400) })] }))
    editor.getState().changeTendered(() => [{ type: 'cash', amount: tsh(10_000) }])
    expect(editor.getState()).toMatchObject({ amountDue: 0, changeDue: tsh(2600) })
    expect(editor.getState().content.payments).toEqual([{ type: 'cash', amount: tsh(7400) }])
    const grown = exampleLine({ unitPrice: tsh(8000) })
    editor.getState().change((content) => ({ ...content, lines: [grown] }))
    expect(editor.getState()).toMatchObject({ amountDue: 0, changeDue: tsh(2000) })
    expect(editor.getState().content.payments).toEqual([{ type: 'cash', amount: tsh(8000) }])
  })

  it('remembers fields that hold something unreadable until they can be read', () => {
    const editor = createEditor(newDraft())
    editor.getState().markUnreadable('line-1.discount', true)
    expect([...editor.getState().unreadable]).toEqual(['line-1.discount'])
    editor.getState().markUnreadable('line-1.discount', false)
    expect(editor.getState().unreadable.size).toBe(0)
  })
})

describe('judging a draft before it is submitted', () => {
  const content = exampleContent({ payments: [{ type: 'cash', amount: tsh(100) }] })
  const [line] = content.lines

  it('finds nothing wrong with a good invoice', () => {
    expect(validateDraft(content, new Set(), rules)).toEqual([])
  })

  it.each([
    ['quantity', 'INVOICE_LINE_QUANTITY_REQUIRED'],
    ['unitPrice', 'INVOICE_LINE_PRICE_REQUIRED'],
    ['discount', 'REQUEST_INVALID'],
  ] as const)(
    'refuses a %s that cannot be read, although the last readable one would pass',
    (field, code) => {
      const unreadable = new Set([lineFieldKey(line?.id ?? '', field)])
      expect(validateDraft(content, unreadable, rules)).toEqual([{ path: `lines.0.${field}`, code }])
    },
  )

  it('refuses a payment that cannot be read', () => {
    expect(validateDraft(content, new Set([paymentFieldKey(0)]), rules)).toEqual([
      { path: 'payments.0.amount', code: 'INVOICE_PAYMENT_NOT_POSITIVE' },
    ])
  })

  it('reports payments above the total (spec §5)', () => {
    const overpaid = { ...content, payments: [{ type: 'cash' as const, amount: tsh(99_999_999) }] }
    expect(validateDraft(overpaid, new Set(), rules)).toContainEqual({
      path: 'payments',
      code: 'INVOICE_PAYMENTS_EXCEED_TOTAL',
    })
  })
})
