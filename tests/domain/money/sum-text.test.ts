import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { amountText, MAX_AMOUNT } from '#domain/money/money-text.ts'
import { readSum } from '#domain/money/sum-text.ts'

describe('an amount field that can reckon', () => {
  it.each([
    ['12,500', 1_250_000],
    ['59,000/=', 5_900_000],
    ['3*1500', 450_000],
    ['3 x 1,500', 450_000],
    ['10,000-2,500+300', 780_000],
    ['2+3*4', 1400],
    ['45000/12', 375_000],
    ['10÷3', 333],
    ['1500*2.125', 318_750],
    ['5-5', 0],
  ])('reads %s', (text, cents) => {
    expect(readSum(text)).toBe(cents)
  })

  it.each([
    '',
    '-500',
    '+5',
    '1.234',
    '1.234+1',
    '12,50,0',
    'elfu tatu',
    '3*',
    '*3',
    '5--2',
    '5/0',
    '2-3',
    '(1+2)',
  ])('does not guess what "%s" means', (text) => {
    expect(readSum(text)).toBeUndefined()
  })

  it('adds and takes away exactly, to the cent', () => {
    const amount = fc.integer({ min: 0, max: MAX_AMOUNT / 2 }).map(toCents)
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(readSum(`${amountText(a)} + ${amountText(b)}`)).toBe(a + b)
        expect(readSum(`${amountText(a)}-${amountText(b)}`)).toBe(a < b ? undefined : a - b)
      }),
    )
  })

  it('never gives more than an invoice may hold', () => {
    expect(readSum('999999999*2')).toBeUndefined()
  })
})
