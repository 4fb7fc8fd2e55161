import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { amountText, MAX_AMOUNT, moneyText, parseMoney, plainAmount } from '#domain/money/money-text.ts'

const NBSP = '\u00A0'

describe('parseMoney', () => {
  it.each([
    ['1,234,567.50', 123_456_750],
    ['1234567.5', 123_456_750],
    ['12 500', 1_250_000],
    [`12${NBSP}500`, 1_250_000],
    ['59,000/=', 5_900_000],
    ['59,000 /=', 5_900_000],
    ['Tsh 59,000', 5_900_000],
    ['TZS. 500', 50_000],
    [' 0 ', 0],
    ['0.01', 1],
    ['999,999,999', 99_999_999_900],
  ])('reads %s', (text, cents) => {
    expect(parseMoney(text)).toBe(cents)
  })

  it.each([
    '',
    'abc',
    '1.234.567',
    '1,5',
    '12,34',
    '12 50',
    '1,2345',
    '-5',
    '1.234',
    '1e5',
    '0x10',
    '999,999,999.01',
    '5 Tsh',
  ])('refuses %j rather than guess another amount', (text) => {
    expect(parseMoney(text)).toBeUndefined()
  })

  it('reads back every amount it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }).map(toCents), (amount) => {
        expect(parseMoney(plainAmount(amount))).toBe(amount)
        expect(parseMoney(amountText(amount))).toBe(amount)
        expect(parseMoney(moneyText(amount, true))).toBe(amount)
      }),
    )
  })
})

describe('writing amounts', () => {
  it('groups by thousands and shows decimals only where there are some (label of spec §9)', () => {
    expect(moneyText(toCents(1_250_000))).toBe(`Tsh${NBSP}12,500`)
    expect(moneyText(toCents(1_250_050))).toBe(`Tsh${NBSP}12,500.50`)
    expect(moneyText(toCents(-5_900_000))).toBe(`-Tsh${NBSP}59,000`)
    expect(amountText(toCents(1_250_000), true)).toBe('12,500.00')
    expect(amountText(toCents(-5))).toBe('-0.05')
  })

  it('writes the form of the authority: two decimals, no grouping, no exponent', () => {
    expect(plainAmount(toCents(1_350_000))).toBe('13500.00')
    expect(plainAmount(toCents(100_000_000_000_005))).toBe('1000000000000.05')
    expect(plainAmount(toCents(-7))).toBe('-0.07')
    expect(plainAmount(toCents(0))).toBe('0.00')
  })
})
