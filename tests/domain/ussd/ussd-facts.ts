import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import type { UssdDraft } from '#domain/ussd/ussd-draft.ts'
import type { UssdFacts, UssdLanguage, UssdState } from '#domain/ussd/ussd-state.ts'

/** The longest of everything that a screen may have to show. */
export function longestFacts(language: UssdLanguage): UssdFacts {
  const long = (index: number) => `Ünga wa mahindi “bora” ${index} — gunia la kilo hamsini`
  return {
    language,
    company: long(0),
    vatRegistered: true,
    products: Array.from({ length: 9 }, (_, index) => ({
      id: `p${index}`,
      name: long(index),
      taxType: 'standard',
    })),
    payments: [...PAYMENT_TYPES, null],
    receipts: Array.from({ length: 7 }, (_, index) => ({
      id: `r${index}`,
      code: 'ABC123123456789012',
      total: toCents(499_999_999_500),
      day: '31-12-2026',
      time: '23:59',
      status: index % 2 === 0 ? 'submitted' : 'canceled',
    })),
    vatOf: () => toCents(76_271_186_300),
    last: { code: 'ABC123123456789012', total: toCents(499_999_999_500) },
    rateOf: (taxType) => toBasisPoints(taxType === 'standard' ? 1850 : 0),
    ...{ isRepeated: () => true, sendsSms: true, blocked: false },
    dial: '*148*09*12345#',
    helpPhone: '+255 700 000 100',
    guide: 'https://risiti.example.co.tz/ussd/long/address',
  }
}

export function longestDraft(): UssdDraft {
  const line = {
    productId: null,
    name: 'Mchele wa Mbeya daraja la kwanza',
    taxType: 'special_relief' as const,
    quantity: toQuantity(1000),
    unitPrice: toCents(99_999_999_900),
  }
  return {
    id: '00000000-0000-4000-8000-000000000000',
    lines: Array.from({ length: 5 }, () => line),
    payment: 'e-money',
    tin: '123456789',
  }
}

export function longestState(place: UssdState['place']): UssdState {
  return {
    place,
    draft: longestDraft(),
    item: longestDraft().lines[0] ?? null,
    page: 0,
    chosen: 'r0',
    reason: 'returned',
    misses: 1,
    afterPin: 'submit',
    triesLeft: 2,
    known: false,
  }
}
