import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkInvoice } from '#domain/invoices/check-invoice.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft, WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { listPriceOf, priceLine, renewRates } from '#domain/invoices/price-line.ts'
import { isRepairable, repairContent } from '#domain/invoices/repair-content.ts'
import { sameContent } from '#domain/invoices/same-content.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { exampleContent, exampleLine, percent, pieces, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const product = { id: 'product-1', name: 'Sukari 1kg', unitPrice: tsh(3_200), taxType: 'standard' } as const
const pricing = {
  day: '2026-11-21' as FiscalDay,
  rates: DEFAULT_RATES,
  vatRegistered: true,
  amountType: 'INCLUSIVE',
} as const

describe('priceLine', () => {
  it('copies name, price, tax type and the rate of the day onto one piece', () => {
    expect(priceLine('line-1', product, pricing)).toEqual({
      kind: 'ok',
      line: {
        id: 'line-1',
        productId: 'product-1',
        description: 'Sukari 1kg',
        quantity: 1000,
        taxType: 'standard',
        rate: 1800,
        unitPrice: tsh(3_200),
        discount: 0,
      },
    })
  })

  it('takes the part without VAT when prices exclude it, and rate 0 for an unregistered seller', () => {
    expect(priceLine('1', product, { ...pricing, amountType: 'EXCLUSIVE' })).toMatchObject({
      line: { unitPrice: tsh(2_711.86), rate: 1800 },
    })
    expect(priceLine('1', product, { ...pricing, vatRegistered: false }, pieces(0.5))).toMatchObject({
      line: { unitPrice: tsh(3_200), rate: 0, quantity: 500 },
    })
  })

  it('refuses a tax type without a rate that day', () => {
    expect(priceLine('1', product, { ...pricing, rates: [] })).toEqual({
      kind: 'refused',
      code: 'INVOICE_RATE_UNKNOWN',
    })
  })
})

describe('listPriceOf', () => {
  it('adds the VAT of the line to a price without it, and none where there is none', () => {
    const line = exampleLine({ unitPrice: tsh(1_000), rate: percent(18) })
    expect(listPriceOf(line, 'EXCLUSIVE')).toBe(tsh(1_180))
    expect(listPriceOf(line, 'INCLUSIVE')).toBe(tsh(1_000))
    expect(listPriceOf({ ...line, rate: percent(0) }, 'EXCLUSIVE')).toBe(tsh(1_000))
  })

  it('gives the price back that a line was made of, as near as a cent allows', () => {
    const line = exampleLine({ unitPrice: tsh(2_711.86), rate: percent(18) })
    expect(Math.abs(listPriceOf(line, 'EXCLUSIVE') - product.unitPrice)).toBeLessThanOrEqual(1)
  })
})

describe('renewRates', () => {
  it('takes the rates of the day and leaves a line without one as it is', () => {
    const lines = [exampleLine({ rate: percent(20) }), exampleLine({ taxType: 'exempted', rate: percent(0) })]
    expect(renewRates(lines, pricing).map(({ rate }) => rate)).toEqual([1800, 0])
    expect(renewRates(lines, { ...pricing, rates: [] })).toEqual(lines)
    expect(renewRates(lines, { ...pricing, vatRegistered: false }).map(({ rate }) => rate)).toEqual([0, 0])
  })
})

describe('newDraft', () => {
  it('begins with a walk-in customer and lacks only something sold', () => {
    expect(newDraft().customer).toMatchObject({
      identificationType: 'NO_IDENTIFICATION',
      name: '',
      customerId: null,
    })
    expect(checkInvoice(newDraft(), true).map(({ code }) => code)).toEqual(['INVOICE_NO_LINES'])
  })
})

const typed: InvoiceContent = exampleContent({
  reference: ' LPO  7 ',
  customer: {
    customerId: null,
    name: ' Asha   & Sons ',
    identificationType: 'TAX_IDENTIFICATION_NUMBER',
    identificationNumber: '999-000-001',
    phone: '0700 000 101',
    email: ' a@example.com ',
    vatRegistrationNumber: '99-000001-z',
  },
  lines: [exampleLine({ description: ' Cement\t50kg ' })],
})

describe('normalizeContent', () => {
  it('stores numbers bare, the phone as E.164 and texts on one line', () => {
    const stored = normalizeContent(typed)
    expect(stored.customer).toEqual({
      customerId: null,
      name: 'Asha & Sons',
      identificationType: 'TAX_IDENTIFICATION_NUMBER',
      identificationNumber: '999000001',
      phone: '+255700000101',
      email: 'a@example.com',
      vatRegistrationNumber: '99000001Z',
    })
    expect([stored.reference, stored.lines[0]?.description]).toEqual(['LPO 7', 'Cement 50kg'])
    expect(normalizeContent(stored)).toEqual(stored)
  })

  it('stores the reference of a payment on one line, and none where nothing was typed', () => {
    const payments = [
      { type: 'e-money', amount: tsh(500), reference: ' QFT12  ZX9 ' },
      { type: 'credit_card', amount: tsh(500), reference: ' ' },
      { type: 'cash', amount: tsh(500) },
    ] as const
    expect(normalizeContent({ ...typed, payments }).payments).toEqual([
      { type: 'e-money', amount: tsh(500), reference: 'QFT12 ZX9' },
      { type: 'credit_card', amount: tsh(500) },
      { type: 'cash', amount: tsh(500) },
    ])
  })

  it('leaves what is not valid as typed, so that it is refused and not lost', () => {
    const customer = { ...typed.customer, identificationNumber: '12', phone: '5', vatRegistrationNumber: '9' }
    expect(normalizeContent({ ...typed, customer }).customer).toMatchObject({
      identificationNumber: '12',
      phone: '5',
      vatRegistrationNumber: '9',
    })
  })

  it('drops a number typed for a customer without identification', () => {
    const customer = { ...WALK_IN_CUSTOMER, identificationNumber: '999000001' }
    expect(normalizeContent({ ...typed, customer }).customer.identificationNumber).toBe('')
  })

  it('never moves an amount', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        expect(invoiceTotals(normalizeContent(content), true)).toEqual(invoiceTotals(content, true))
      }),
    )
  })
})

describe('sameContent (a draft submitted on two phones)', () => {
  it('agrees over spelling, ids of lines and the order and splitting of payments', () => {
    const one = {
      ...typed,
      payments: [
        { type: 'cash', amount: tsh(300) },
        { type: 'e-money', amount: tsh(200) },
      ],
    } as const
    const other = normalizeContent({
      ...typed,
      lines: typed.lines.map((line) => ({ ...line, id: 'other' })),
      payments: [
        { type: 'e-money', amount: tsh(200) },
        { type: 'cash', amount: tsh(100) },
        { type: 'cash', amount: tsh(200) },
      ],
    })
    expect(sameContent(one, other)).toBe(true)
  })

  it.each<[string, Partial<InvoiceContent>]>([
    ['the customer', { customer: { ...typed.customer, name: 'Juma' } }],
    ['the customer number', { customer: { ...typed.customer, identificationNumber: '999000002' } }],
    ['the record of the customer', { customer: { ...typed.customer, customerId: 'customer-9' } }],
    ['the kind of prices', { amountType: 'EXCLUSIVE' }],
    ['the reference', { reference: 'LPO 8' }],
    ['a quantity', { lines: [exampleLine({ quantity: pieces(2) })] }],
    ['a price', { lines: [exampleLine({ unitPrice: tsh(1_001) })] }],
    ['a discount', { lines: [exampleLine({ discount: percent(1) })] }],
    ['a tax type', { lines: [exampleLine({ taxType: 'exempted' })] }],
    ['a product', { lines: [exampleLine({ productId: 'product-2' })] }],
    ['another line', { lines: [exampleLine(), exampleLine()] }],
    ['a payment', { payments: [{ type: 'cash', amount: tsh(1) }] }],
    ['the way of payment', { payments: [{ type: 'cheque', amount: tsh(500) }] }],
  ])('differs in %s', (_, change) => {
    const paid = { ...typed, payments: [{ type: 'cash', amount: tsh(500) }] } as const
    expect(sameContent(paid, { ...paid, ...change })).toBe(false)
  })
})

describe('repairContent (TRA rule: a resend keeps numbers, times and amounts)', () => {
  it('cleans only the wording of name and descriptions', () => {
    const broken = exampleContent({
      customer: { ...typed.customer, name: 'Café \u0007“Jambo”\nMbeya' },
      lines: [exampleLine({ description: 'Sabuni – 1½ kg\u0000' }), exampleLine({ description: '漢字' })],
    })
    const repaired = repairContent(broken)
    expect(repaired.customer).toEqual({ ...broken.customer, name: 'Cafe "Jambo" Mbeya' })
    expect(repaired.lines).toEqual([
      { ...broken.lines[0], description: 'Sabuni - 11/2 kg' },
      { ...broken.lines[1], description: 'Item 2' },
    ])
  })

  it('never changes an amount, and a second repair changes nothing', () => {
    fc.assert(
      fc.property(anyContent, fc.string({ unit: 'binary' }), (content, text) => {
        const broken = { ...content, lines: content.lines.map((line) => ({ ...line, description: text })) }
        const repaired = repairContent(broken)
        expect(invoiceTotals(repaired, true)).toEqual(invoiceTotals(broken, true))
        expect(repaired.payments).toBe(broken.payments)
        expect(repairContent(repaired)).toEqual(repaired)
        for (const { description } of repaired.lines) expect(description).toMatch(/^[ -~]{1,255}$/)
      }),
    )
  })
})

describe('isRepairable', () => {
  const receipt = (ackCode: string | null, delivery: 'rejected' | 'parked' | 'unknown' | 'acknowledged') => ({
    ackCode,
    delivery,
  })

  it('offers a repair for refusals of the form, known or not documented (TRA guide: table of answers)', () => {
    expect(isRepairable(receipt('1', 'rejected'))).toBe(true)
    expect(isRepairable(receipt('2', 'parked'))).toBe(true)
    expect(isRepairable(receipt('9999', 'parked'))).toBe(true)
  })

  it('offers none where device or taxpayer were refused, or nothing was', () => {
    for (const code of ['3', '4', '5', '6', '7', '8']) {
      expect(isRepairable(receipt(code, 'rejected')), code).toBe(false)
    }
    expect(isRepairable(receipt('1', 'unknown'))).toBe(false)
    expect(isRepairable(receipt(null, 'acknowledged'))).toBe(false)
  })
})
