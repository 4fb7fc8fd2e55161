import fc from 'fast-check'
import {
  type InvoiceContent,
  type InvoiceLine,
  type InvoicePayment,
  PAYMENT_TYPES,
} from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { splitByShare } from '#domain/money/split-by-share.ts'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'

/** Amounts of the counter: mostly everyday, sometimes a cent, sometimes millions. */
export const anyCents = fc
  .oneof(
    fc.integer({ min: 1, max: 200_000 }),
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 1, max: 500_000_000 }),
  )
  .map(toCents)

export const anyLine: fc.Arbitrary<InvoiceLine> = fc
  .record({
    id: fc.uuid(),
    productId: fc.constantFrom('sugar', 'rice', 'soap', 'oil'),
    description: fc.constantFrom('Sugar', 'Rice', 'Soap', 'Oil'),
    quantity: fc
      .oneof(
        fc.integer({ min: 1, max: 50 }).map((n) => n * 1000),
        fc.integer({ min: 1, max: 9999 }),
      )
      .map(toQuantity),
    taxType: fc.constantFrom(...TAX_TYPES),
    rate: fc.constant(toBasisPoints(0)),
    unitPrice: anyCents,
    discount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })).map(toBasisPoints),
  })
  .map((line) => ({ ...line, rate: toBasisPoints(line.taxType === 'standard' ? 1800 : 0) }))

/** Contents with several lines and with payments that cover a part, up to all, of the total. */
export const anyContent: fc.Arbitrary<InvoiceContent> = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
    amountType: fc.constantFrom('INCLUSIVE' as const, 'EXCLUSIVE' as const),
    customerId: fc.constantFrom(null, 'customer-1', 'customer-2'),
    paidPercent: fc.integer({ min: 0, max: 100 }),
    shares: fc.array(fc.tuple(fc.constantFrom(...PAYMENT_TYPES), fc.integer({ min: 1, max: 9 })), {
      maxLength: 5,
    }),
  })
  .map(({ lines, amountType, customerId, paidPercent, shares }) => {
    // The smaller of both totals: a seller without VAT registration puts none on exclusive prices.
    const total = Math.min(
      ...[true, false].map(
        (registered) => invoiceTotals({ lines, amountType }, registered).totalIncludingTax,
      ),
    )
    const paid = toCents(Math.floor((total * paidPercent) / 100))
    const parts = splitByShare(
      paid,
      shares.map(([, share]) => share),
    )
    const payments = shares.map(
      ([type], index): InvoicePayment => ({ type, amount: parts[index] ?? toCents(0) }),
    )
    return { customer: { ...WALK_IN_CUSTOMER, customerId }, amountType, reference: '', lines, payments }
  })
