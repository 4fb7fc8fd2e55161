import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CURRENCIES,
  limitCurrency,
  limitNumber,
  limitText,
  MAX_NUMBER,
  MAX_TEXT,
} from '#domain/analytics/limits.ts'

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 150 }),
  fc.string({ unit: 'binary', maxLength: 150 }),
)

describe('texts of statistics are cut at 100 characters (spec §7)', () => {
  it('is never longer, is a beginning of what was given, and is all of it when it fits', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cut = limitText(text)
        expect(cut.length).toBeLessThanOrEqual(MAX_TEXT)
        expect(text.startsWith(cut)).toBe(true)
        if (text.length <= MAX_TEXT) expect(cut).toBe(text)
        else expect(cut.length).toBeGreaterThanOrEqual(MAX_TEXT - 1)
      }),
    )
    expect(MAX_TEXT).toBe(100)
  })

  it('never cuts a sign in half', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(limitText(text).isWellFormed()).toBe(true)
      }),
    )
    expect(limitText(`${'a'.repeat(99)}👍`)).toBe('a'.repeat(99))
  })
})

describe('numbers of statistics are capped at ±999,999,999 (spec §7)', () => {
  it('stays within, keeps what is within, and keeps the order', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (one, other) => {
        for (const value of [one, other]) {
          const limited = limitNumber(value)
          expect(Math.abs(limited)).toBeLessThanOrEqual(MAX_NUMBER)
          if (Math.abs(value) <= MAX_NUMBER) expect(limited).toBe(value)
        }
        if (one <= other) expect(limitNumber(one)).toBeLessThanOrEqual(limitNumber(other))
      }),
    )
    expect(MAX_NUMBER).toBe(999_999_999)
  })

  it.each([
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, MAX_NUMBER],
    [Number.NEGATIVE_INFINITY, -MAX_NUMBER],
    [1_000_000_000, MAX_NUMBER],
  ])('%d becomes %d', (value, expected) => {
    expect(limitNumber(value)).toBe(expected)
  })
})

describe('currencies of statistics (spec §7: 30 codes, USD as the fallback)', () => {
  it('are 30, all different, among them those the specification names', () => {
    expect(CURRENCIES).toHaveLength(30)
    expect(new Set(CURRENCIES).size).toBe(30)
    expect(CURRENCIES).toEqual(expect.arrayContaining(['USD', 'EUR', 'GBP', 'TZS', 'KES']))
    for (const code of CURRENCIES) expect(code).toMatch(/^[A-Z]{3}$/)
  })

  it('are known in any case; every other text is US dollars', () => {
    for (const code of CURRENCIES) expect(limitCurrency(` ${code.toLowerCase()} `)).toBe(code)
    fc.assert(
      fc.property(anyText, (text) => {
        const code = limitCurrency(text)
        expect(CURRENCIES).toContain(code)
        if (code !== 'USD') expect(text.trim().toUpperCase()).toBe(code)
      }),
    )
  })
})
