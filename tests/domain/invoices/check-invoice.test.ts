import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkInvoice, INVOICE_REFUSALS, paidTotal } from '#domain/invoices/check-invoice.ts'
import type { InvoiceContent, InvoiceCustomer, InvoiceLine } from '#domain/invoices/invoice.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { MAX_AMOUNT } from '#domain/money/money-text.ts'
import { MAX_QUANTITY, toQuantity } from '#domain/money/quantity.ts'
import { exampleContent, exampleLine, percent, pieces, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const withLine = (change: Partial<InvoiceLine>) => exampleContent({ lines: [exampleLine(change)] })
const withCustomer = (change: Partial<InvoiceCustomer>) =>
  exampleContent({ customer: { ...WALK_IN_CUSTOMER, ...change } })
const found = (content: InvoiceContent) => checkInvoice(content, true)

const asha = {
  name: 'Asha',
  identificationType: 'TAX_IDENTIFICATION_NUMBER',
  identificationNumber: '999-000-001',
} as const

describe('checkInvoice', () => {
  it.each<[string, InvoiceContent, string, string]>([
    ['no lines', exampleContent({ lines: [] }), 'lines', 'INVOICE_NO_LINES'],
    [
      'a line given away entirely',
      withLine({ discount: percent(100) }),
      'totals',
      'INVOICE_TOTAL_NOT_POSITIVE',
    ],
    [
      'more than the largest amount',
      withLine({ unitPrice: MAX_AMOUNT, quantity: pieces(2) }),
      'totals',
      'INVOICE_TOTAL_TOO_LARGE',
    ],
    [
      'the largest price and quantity',
      withLine({ unitPrice: MAX_AMOUNT, quantity: toQuantity(MAX_QUANTITY) }),
      'totals',
      'INVOICE_TOTAL_TOO_LARGE',
    ],
    [
      'a cent too much paid (spec §5)',
      exampleContent({
        payments: [
          { type: 'cash', amount: tsh(600) },
          { type: 'e-money', amount: tsh(400.01) },
        ],
      }),
      'payments',
      'INVOICE_PAYMENTS_EXCEED_TOTAL',
    ],
    [
      'a payment of nothing',
      exampleContent({ payments: [{ type: 'cash', amount: tsh(0) }] }),
      'payments.0.amount',
      'INVOICE_PAYMENT_NOT_POSITIVE',
    ],
    [
      'a product not saved (spec §5, §8)',
      withLine({ productId: null }),
      'lines.0.productId',
      'INVOICE_PRODUCT_NOT_SAVED',
    ],
    [
      'a line without words',
      withLine({ description: ' ' }),
      'lines.0.description',
      'INVOICE_LINE_DESCRIPTION_REQUIRED',
    ],
    [
      'a second line without price',
      exampleContent({ lines: [exampleLine(), exampleLine({ unitPrice: tsh(0) })] }),
      'lines.1.unitPrice',
      'INVOICE_LINE_PRICE_REQUIRED',
    ],
    [
      'a line without quantity',
      exampleContent({ lines: [exampleLine(), exampleLine({ quantity: toQuantity(0) })] }),
      'lines.1.quantity',
      'INVOICE_LINE_QUANTITY_REQUIRED',
    ],
    [
      'two rates under one letter',
      exampleContent({ lines: [exampleLine(), exampleLine({ rate: percent(16) })] }),
      'lines.1.rate',
      'INVOICE_LINE_RATES_DIFFER',
    ],
    [
      'an identified customer without name (spec §5)',
      withCustomer({ ...asha, name: ' ' }),
      'customer.name',
      'INVOICE_CUSTOMER_NAME_REQUIRED',
    ],
    [
      'no type of identification (spec §5)',
      withCustomer({ name: 'Asha', identificationType: '' as never }),
      'customer.identificationType',
      'CUSTOMER_ID_TYPE_REQUIRED',
    ],
    [
      'a wrong TIN (spec §5)',
      withCustomer({ ...asha, identificationNumber: '12' }),
      'customer.identificationNumber',
      'CUSTOMER_TIN_INVALID',
    ],
    [
      'a wrong NIDA number (spec §5)',
      withCustomer({ ...asha, identificationType: 'NATIONAL_IDENTIFICATION_AUTHORITY' }),
      'customer.identificationNumber',
      'CUSTOMER_NIDA_INVALID',
    ],
    [
      'a wrong passport (spec §5)',
      withCustomer({ ...asha, identificationType: 'PASSPORT', identificationNumber: 'A' }),
      'customer.identificationNumber',
      'CUSTOMER_ID_INVALID',
    ],
    ['a wrong phone (spec §5)', withCustomer({ phone: '12' }), 'customer.phone', 'CUSTOMER_PHONE_INVALID'],
    ['a wrong e-mail (spec §5)', withCustomer({ email: 'asha' }), 'customer.email', 'CUSTOMER_EMAIL_INVALID'],
    [
      'a wrong VAT number (spec §5)',
      withCustomer({ vatRegistrationNumber: '99' }),
      'customer.vatRegistrationNumber',
      'CUSTOMER_VRN_INVALID',
    ],
  ])('refuses %s, at its field and for nothing else', (_, content, path, code) => {
    expect(found(content)).toEqual([{ path, code }])
  })

  it('names every refusal of its list in the table above or here', () => {
    const none = { ...exampleContent(), lines: [] }
    expect(found(none).map(({ code }) => code)).toEqual(['INVOICE_NO_LINES'])
    expect(INVOICE_REFUSALS).toHaveLength(19)
    expect(new Set(INVOICE_REFUSALS).size).toBe(19)
  })

  it('lets a walk-in sale, a credit sale and an identified sale go', () => {
    expect(found(exampleContent())).toEqual([])
    expect(found(exampleContent({ payments: [{ type: 'cash', amount: tsh(1_000) }] }))).toEqual([])
    expect(
      found(
        withCustomer({
          ...asha,
          phone: '0700000101',
          email: 'a@example.com',
          vatRegistrationNumber: '99-000001-Z',
        }),
      ),
    ).toEqual([])
  })

  it('lets exactly the largest amount go: Tsh 999,999,999', () => {
    expect(found(withLine({ unitPrice: MAX_AMOUNT }))).toEqual([])
  })

  it('gives every refusal at once', () => {
    const content = exampleContent({
      customer: { ...WALK_IN_CUSTOMER, phone: '1', email: 'x' },
      lines: [exampleLine({ productId: null, unitPrice: tsh(0) })],
      payments: [{ type: 'cash', amount: tsh(5) }],
    })
    expect(found(content).map(({ path }) => path)).toEqual([
      'customer.phone',
      'customer.email',
      'lines.0.productId',
      'lines.0.unitPrice',
      'totals',
      'payments',
    ])
  })

  it('refuses a NIDA birth after today when the day is given', () => {
    const content = withCustomer({
      name: 'Asha',
      identificationType: 'NATIONAL_IDENTIFICATION_AUTHORITY',
      identificationNumber: '20261122-00000-00012-00',
    })
    expect(checkInvoice(content, true)).toEqual([])
    expect(checkInvoice(content, true, { today: '2026-11-21' as FiscalDay })).toHaveLength(1)
  })

  it('finds payments of at most the total fine, for any invoice', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const codes = found(content).map(({ code }) => code)
        expect(codes).not.toContain('INVOICE_PAYMENTS_EXCEED_TOTAL')
        expect(paidTotal(content.payments)).toBe(
          content.payments.reduce((sum, { amount }) => sum + amount, 0),
        )
      }),
    )
  })
})

describe('what the owner wants of payments', () => {
  const unpaidCodes = (content: InvoiceContent, unpaidSales: boolean | undefined) =>
    checkInvoice(content, true, { choices: { unpaidSales } }).map(({ path, code }) => `${path} ${code}`)

  it('lets a sale be unpaid until the owner says no', () => {
    const unpaid = exampleContent({ payments: [] })
    expect(unpaidCodes(unpaid, undefined)).toEqual([])
    expect(unpaidCodes(unpaid, true)).toEqual([])
    expect(unpaidCodes(unpaid, false)).toEqual(['payments INVOICE_UNPAID_NOT_ALLOWED'])
  })
})
