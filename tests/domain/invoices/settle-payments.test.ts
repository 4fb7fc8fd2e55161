import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paidTotal } from '#domain/invoices/check-invoice.ts'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { settlePayments, suggestTenders } from '#domain/invoices/settle-payments.ts'
import { sumCents, toCents } from '#domain/money/cents.ts'
import { tsh } from '../example-invoice.ts'

const amounts = fc.integer({ min: 0, max: 5_000_000 }).map(toCents)
const tendered = fc.array(fc.record({ type: fc.constantFrom(...PAYMENT_TYPES), amount: amounts }), {
  maxLength: 5,
})

describe('settling what was handed over', () => {
  it('gives change for cash: 10,000 for 7,400 is paid with 7,400 and 2,600 goes back', () => {
    expect(settlePayments(tsh(7400), [{ type: 'cash', amount: tsh(10_000) }])).toEqual({
      payments: [{ type: 'cash', amount: tsh(7400) }],
      amountDue: 0,
      changeDue: tsh(2600),
    })
  })

  it('takes the cash that other ways leave open', () => {
    const paid = settlePayments(tsh(7400), [
      { type: 'cash', amount: tsh(5000) },
      { type: 'e-money', amount: tsh(3000) },
    ])
    expect(paid.payments.map(({ amount }) => amount)).toEqual([tsh(4400), tsh(3000)])
    expect(paid.changeDue).toBe(tsh(600))
  })

  it('gives no change for anything but cash: too much by card stays too much (spec §5)', () => {
    const paid = settlePayments(tsh(7400), [{ type: 'credit_card', amount: tsh(8000) }])
    expect(paid).toMatchObject({ amountDue: 0, changeDue: 0 })
    expect(paidTotal(paid.payments)).toBe(tsh(8000))
  })

  it('loses and invents nothing: what was handed over is what pays and what goes back', () => {
    fc.assert(
      fc.property(amounts, tendered, (total, given) => {
        const { payments, amountDue: left, changeDue: change } = settlePayments(total, given)
        expect(paidTotal(payments) + change).toBe(sumCents(given.map(({ amount }) => amount)))
        expect(payments.map(({ type }) => type)).toEqual(given.map(({ type }) => type))
        if (change > 0) expect(left).toBe(0)
        const cashless = given.filter(({ type }) => type !== 'cash')
        if (paidTotal(cashless) <= total) expect(paidTotal(payments) + left).toBe(total)
        expect(change).toBeLessThanOrEqual(paidTotal(given.filter(({ type }) => type === 'cash')))
      }),
    )
  })
})

describe('the amounts a customer is likely to give', () => {
  it('rounds up to the notes there are, 500 to 10,000', () => {
    expect(suggestTenders(tsh(7400))).toEqual([7500, 8000, 10_000].map(tsh))
    expect(suggestTenders(tsh(12_300))).toEqual([12_500, 13_000, 14_000, 15_000, 20_000].map(tsh))
    expect(suggestTenders(tsh(5597.5))).toEqual([6000, 10_000].map(tsh))
    expect(suggestTenders(tsh(0))).toEqual([])
  })

  it('offers only more than the amount due, in rising order', () => {
    fc.assert(
      fc.property(amounts, (amountDue) => {
        const sums = suggestTenders(amountDue)
        expect(sums.every((sum, at) => sum > (sums[at - 1] ?? amountDue))).toBe(true)
      }),
    )
  })
})
