import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePercent, percentText, toBasisPoints } from '#domain/money/basis-points.ts'
import { sumCents, toCents } from '#domain/money/cents.ts'
import { MAX_QUANTITY, parseQuantity, quantityText, toQuantity } from '#domain/money/quantity.ts'

describe('Cents', () => {
  it('refuses fractions and what no safe integer holds', () => {
    for (const value of [0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => toCents(value)).toThrow(RangeError)
    }
  })

  it('knows no minus zero', () => {
    expect(Object.is(toCents(-0), 0)).toBe(true)
  })

  it('adds up to zero when there is nothing to add', () => {
    expect(sumCents([])).toBe(0)
  })
})

describe('Quantity', () => {
  it.each([
    ['2', 2000],
    ['0.25', 250],
    ['.5', 500],
    ['1,000', 1_000_000],
    ['1 000.125', 1_000_125],
    ['0.001', 1],
    ['1000000', MAX_QUANTITY],
  ])('reads %s', (text, thousandths) => {
    expect(parseQuantity(text)).toBe(thousandths)
  })

  it.each(['', '0', '.', '1,5', '1.2345', '-1', '1000001', '1 5', 'two'])('refuses %j', (text) => {
    expect(parseQuantity(text)).toBeUndefined()
  })

  it('reads back every quantity it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_QUANTITY }).map(toQuantity), (quantity) => {
        expect(parseQuantity(quantityText(quantity))).toBe(quantity)
      }),
    )
  })

  it('writes the shortest form', () => {
    expect([3000, 250, 125, 1500, -1500, -500].map((n) => quantityText(toQuantity(n)))).toEqual([
      '3',
      '0.25',
      '0.125',
      '1.5',
      '-1.5',
      '-0.5',
    ])
  })
})

describe('BasisPoints', () => {
  it('reads back every percentage it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }).map(toBasisPoints), (rate) => {
        expect(parsePercent(percentText(rate))).toBe(rate)
        expect(parsePercent(`${percentText(rate)} %`)).toBe(rate)
      }),
    )
  })

  it.each(['', '101', '5,5', '-1', '1.234', 'x'])('refuses %j', (text) => {
    expect(parsePercent(text)).toBeUndefined()
  })

  it('is built only from 0 to 100 percent on the grid', () => {
    for (const value of [-1, 10_001, 0.5]) expect(() => toBasisPoints(value)).toThrow(RangeError)
  })
})
