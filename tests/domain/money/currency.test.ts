import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import {
  exchangeRateText,
  FOREIGN_CURRENCIES,
  fromShillings,
  MAX_EXCHANGE_RATE,
  parseExchangeRate,
  RATE_SCALE,
  toExchangeRate,
  toShillings,
} from '#domain/money/currency.ts'

describe('currencies of an expense (spec §3, §7)', () => {
  it('has thirty codes with the shilling, each once', () => {
    expect(new Set([...FOREIGN_CURRENCIES, 'TZS']).size).toBe(30)
  })

  it.each([
    ['2650', 26_500_000],
    ['2,650.5', 26_505_000],
    ['0.1875', 1_875],
    ['0', undefined],
    ['2650.12345', undefined],
    ['-1', undefined],
    ['1,5', undefined],
    ['', undefined],
    ['9999999', undefined],
  ])('reads the rate %j as %s ten-thousandths', (text, value) => {
    expect(parseExchangeRate(text)).toBe(value)
  })

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_EXCHANGE_RATE }), (value) => {
        expect(parseExchangeRate(exchangeRateText(toExchangeRate(value)))).toBe(value)
      }),
    )
  })

  it('converts a hundred dollars at 2,650.5', () => {
    expect(toShillings(toCents(100_00), toExchangeRate(26_505_000))).toBe(265_050_00)
  })

  it('gives an amount back that was converted, where a unit costs a shilling or more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: RATE_SCALE, max: 1e9 }),
        (amount, rate) => {
          const exchange = toExchangeRate(rate)
          expect(fromShillings(toShillings(toCents(amount), exchange), exchange)).toBe(amount)
        },
      ),
    )
  })
})
