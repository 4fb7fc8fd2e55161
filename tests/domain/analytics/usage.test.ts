import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sentEvent, sentOwner } from '#domain/analytics/usage.ts'
import { toCents } from '#domain/money/cents.ts'

it('an invoice is reported as its total in whole shillings, its items and its payment types (spec §7)', () => {
  const event = sentEvent({
    name: 'invoice_created',
    total: toCents(1_234_550),
    currency: 'TZS',
    items: 3,
    ways: ['e-money', 'cash'],
    online: false,
  })
  expect(event).toEqual({
    name: 'invoice_created',
    params: {
      value: 12_345.5,
      currency: 'TZS',
      items: 3,
      payment_types: 'cash e-money',
      connection: 'offline',
    },
  })
})

it('only these fields are sent for any event, each within its limit (spec §7)', () => {
  const invoice = fc.record({
    name: fc.constant('invoice_created' as const),
    total: fc.maxSafeInteger().map(toCents),
    currency: fc.string(),
    items: fc.double(),
    ways: fc.array(fc.string({ maxLength: 300 })),
    online: fc.boolean(),
  })
  fc.assert(
    fc.property(invoice, (told) => {
      const { params } = sentEvent(told)
      expect(Object.keys(params)).toEqual(['value', 'currency', 'items', 'payment_types', 'connection'])
      for (const value of Object.values(params)) {
        if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(100)
        else expect(Math.abs(value)).toBeLessThanOrEqual(999_999_999)
      }
    }),
  )
  for (const name of ['customer_created', 'product_created', 'expense_created_manual'] as const) {
    expect(sentEvent({ name })).toEqual({ name, params: {} })
  }
})

it('only user type, company and language of the person are sent (spec §7)', () => {
  const told = sentOwner({ userType: 'operator', company: 'c'.repeat(101), language: 'sw' })
  expect(told).toEqual({ user_type: 'operator', company: 'c'.repeat(100), language: 'sw' })
})
