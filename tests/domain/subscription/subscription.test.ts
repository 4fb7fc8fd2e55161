import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { checkSubscriptionPayment } from '#domain/subscription/check-payment.ts'
import { DEFAULT_PRICES, priceOf } from '#domain/subscription/prices.ts'
import {
  isInstallationDue,
  paidPeriods,
  type SubscriptionPayment,
  subscriptionState,
} from '#domain/subscription/subscription.ts'

const day = (text: string) => text as FiscalDay

afterEach(() => vi.restoreAllMocks())

function payment(id: string, at: string, changed: Partial<SubscriptionPayment> = {}): SubscriptionPayment {
  return {
    id,
    day: day(at),
    years: 1,
    installation: false,
    amount: toCents(6_962_000),
    type: 'e-money',
    reference: '',
    receiptNumber: '',
    canceled: false,
    ...changed,
  }
}

describe('prices (spec §1; tanzania-facts §6)', () => {
  const prices = { ...DEFAULT_PRICES, vat: toBasisPoints(1800) }

  test('59,000 and 121,000 with 18 percent VAT are 69,620 and 142,780, together 212,400', () => {
    expect(priceOf(prices, { years: 1, installation: false }).gross).toBe(6_962_000)
    expect(priceOf(prices, { years: 0, installation: true }).gross).toBe(14_278_000)
    const both = priceOf(prices, { years: 1, installation: true })
    expect(both).toEqual({ net: 18_000_000, tax: 3_240_000, gross: 21_240_000 })
  })
})

describe('what is paid until when (spec §2, /payment)', () => {
  test('a company that never paid has nothing paid', () => {
    expect(subscriptionState([], day('2026-11-23'))).toEqual({ status: 'unpaid', installationPaid: false })
    const installed = [payment('a', '2026-11-01', { years: 0, installation: true })]
    expect(subscriptionState(installed, day('2026-11-23'))).toEqual({
      status: 'unpaid',
      installationPaid: true,
    })
  })

  test('a year begins on the day of the payment and is due 30 days before its end', () => {
    const paid = [payment('a', '2026-03-10')]
    const until = day('2027-03-09')
    const on = (at: string) => subscriptionState(paid, day(at)).status
    expect(subscriptionState(paid, day('2026-11-23')).paidUntil).toBe(until)
    expect(on('2027-02-07')).toBe('paid')
    expect(on('2027-02-08')).toBe('due')
    expect(on('2027-03-09')).toBe('due')
    expect(on('2027-03-10')).toBe('ended')
  })

  test('a payment before the end extends it; one after it begins a new year', () => {
    const early = [payment('b', '2027-02-01', { years: 2 }), payment('a', '2026-03-10')]
    expect(paidPeriods(early).get('b')).toEqual({ from: '2027-03-10', until: '2029-03-09' })
    const late = [payment('a', '2026-03-10'), payment('b', '2027-06-01')]
    expect(paidPeriods(late).get('b')).toEqual({ from: '2027-06-01', until: '2028-05-31' })
  })

  test('the installation is asked for with the first year, unless it is paid (spec §1)', () => {
    const dueWith = (...payments: SubscriptionPayment[]) =>
      isInstallationDue(subscriptionState(payments, day('2026-11-23')))
    expect(dueWith()).toBe(true)
    expect(dueWith(payment('a', '2026-11-01', { years: 0, installation: true }))).toBe(false)
    expect(dueWith(payment('a', '2026-11-01'))).toBe(false)
    // Its year has ended: what was installed is used on.
    expect(dueWith(payment('a', '2024-11-01'))).toBe(false)
  })

  test('a canceled payment counts no more', () => {
    const rows = [payment('a', '2026-03-10'), payment('b', '2026-04-01', { canceled: true })]
    expect(subscriptionState(rows, day('2026-11-23')).paidUntil).toBe('2027-03-09')
    expect(paidPeriods(rows).has('b')).toBe(false)
  })

  test('a year that begins on 29 February ends on 28 February, also where the browser reads only days that exist', () => {
    const parse = Date.parse
    const strict = (text: string) => {
      const ms = parse(text)
      const isReal = Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10))
      return isReal ? ms : Number.NaN
    }
    vi.spyOn(Date, 'parse').mockImplementation(strict)
    const untilOf = (years: number) => paidPeriods([payment('a', '2028-02-29', { years })]).get('a')?.until
    expect([untilOf(1), untilOf(3), untilOf(4)]).toEqual(['2029-02-28', '2031-02-28', '2032-02-28'])
  })
})

describe('a payment as it is recorded', () => {
  const form = { ...payment('a', '2026-11-23'), reference: '  QK7 ', receiptNumber: '' }

  test('is stored on one line', () => {
    const checked = checkSubscriptionPayment(form, day('2026-11-23'))
    expect(checked.ok && checked.value).toMatchObject({ years: 1, reference: 'QK7' })
  })

  test('needs something bought, an amount and a day that has come', () => {
    const wrong = { ...form, years: 0, amount: toCents(0), day: day('2026-11-24'), reference: 'x'.repeat(61) }
    const checked = checkSubscriptionPayment(wrong, day('2026-11-23'))
    expect(!checked.ok && checked.refusals.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'years SUBSCRIPTION_NOTHING_BOUGHT',
      'amount SUBSCRIPTION_AMOUNT_NOT_POSITIVE',
      'day SUBSCRIPTION_DAY_INVALID',
      'reference SUBSCRIPTION_TEXT_TOO_LONG',
    ])
  })
})
