import { expect, test } from 'vitest'
import { instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { isLikeSale, type UssdDraft, type UssdLine } from '#domain/ussd/ussd-draft.ts'

const SOLD_AT = toInstant(Date.parse('2026-11-21T10:00:00.000Z'))
const SOON = instantMs(SOLD_AT) + 119_999

const line: UssdLine = {
  ...{ productId: null, name: 'Sukari', taxType: 'standard' },
  ...{ quantity: toQuantity(2_000), unitPrice: toCents(300_000) },
}
const draft: UssdDraft = { id: 'a', lines: [line], payment: 'cash', tin: '123456789' }

/** Only what is compared. */
function sold(changes: object = {}): Invoice {
  const { quantity, unitPrice } = line
  return {
    ...{ origin: 'USSD', status: 'submitted', saleAt: SOLD_AT },
    customer: { identificationNumber: '123456789' },
    lines: [{ description: 'Sukari', quantity, unitPrice }],
    ...changes,
  } as unknown as Invoice
}

test('an equal sale within two minutes is like the last one, however it is paid', () => {
  expect(isLikeSale(draft, sold(), SOON)).toBe(true)
  expect(isLikeSale({ ...draft, id: 'b', payment: null }, sold({ status: 'issued' }), SOON)).toBe(true)
})

test.each([
  ['two minutes later', draft, sold(), SOON + 1],
  ['after a cancellation', draft, sold({ status: 'canceled' }), SOON],
  ['beside a sale of the app', draft, sold({ origin: 'app' }), SOON],
  ['for another customer', { ...draft, tin: null }, sold(), SOON],
  ['of one more item', { ...draft, lines: [line, line] }, sold(), SOON],
  ['of another quantity', { ...draft, lines: [{ ...line, quantity: toQuantity(1_000) }] }, sold(), SOON],
  ['at another price', { ...draft, lines: [{ ...line, unitPrice: toCents(300_100) }] }, sold(), SOON],
  ['of something else', { ...draft, lines: [{ ...line, name: 'Chai' }] }, sold(), SOON],
])('a sale %s is not', (_, dialled, invoice, now) => {
  expect(isLikeSale(dialled, invoice, now)).toBe(false)
})
