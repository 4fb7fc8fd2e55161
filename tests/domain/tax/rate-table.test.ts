import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkRates } from '#domain/tax/check-rates.ts'
import { DEFAULT_RATES, letterRates, rateHistory, rateOn, type TaxRate } from '#domain/tax/rate-table.ts'
import { TAX_LETTERS, TAX_TYPES, taxCode, taxLetter } from '#domain/tax/tax-type.ts'
import { percent } from '../example-invoice.ts'

const today = '2026-11-21' as FiscalDay

describe('rateOn', () => {
  it('gives the rates of VAT Act s.5, special relief 0 as the authority codes it', () => {
    expect(TAX_TYPES.map((type) => rateOn(DEFAULT_RATES, type, today, true))).toEqual([1800, 0, 0, 0])
  })

  it('keeps the postponed 16 percent for electronic consumer payments off', () => {
    const postponed = DEFAULT_RATES.filter((row) => row.rate === 1600)
    expect(postponed).toHaveLength(1)
    expect(postponed[0]).toMatchObject({ active: false, condition: 'b2c_epay' })
    expect(rateOn(DEFAULT_RATES, 'standard', '2027-01-01' as FiscalDay, true)).toBe(1800)
  })

  it('never gives a conditional rate to a plain sale, even once it is switched on', () => {
    const switchedOn = DEFAULT_RATES.map((row) => ({ ...row, active: true }))
    expect(rateOn(switchedOn, 'standard', today, true)).toBe(1800)
  })

  it('charges nothing for a seller who is not registered for VAT', () => {
    for (const type of TAX_TYPES) expect(rateOn(DEFAULT_RATES, type, today, false)).toBe(0)
  })

  it('takes the row valid that day, the latest start winning, and guesses nothing before the first', () => {
    const table: TaxRate[] = [
      {
        taxType: 'standard',
        rate: percent(20),
        validFrom: '2008-01-01' as FiscalDay,
        validTo: '2009-06-30' as FiscalDay,
        active: true,
      },
      { taxType: 'standard', rate: percent(18), validFrom: '2009-07-01' as FiscalDay, active: true },
      { taxType: 'standard', rate: percent(17), validFrom: '2027-07-01' as FiscalDay, active: true },
    ]
    const rate = (day: string) => rateOn(table, 'standard', day as FiscalDay, true)
    expect(['2007-12-31', '2009-06-30', '2009-07-01', '2027-06-30', '2027-07-01'].map(rate)).toEqual([
      undefined,
      2000,
      1800,
      1800,
      1700,
    ])
    expect(rateOn(table, 'exempted', today, true)).toBeUndefined()
  })
})

describe('letters and codes (TRA guide, item table)', () => {
  it('maps tax types to A, C, D, E and letters to 1 to 5', () => {
    expect(TAX_TYPES.map((type) => taxLetter(type, true))).toEqual(['A', 'C', 'D', 'E'])
    expect(TAX_LETTERS.map(taxCode)).toEqual([1, 2, 3, 4, 5])
  })

  it('reports every line of an unregistered seller under C', () => {
    for (const type of TAX_TYPES) expect(taxLetter(type, false)).toBe('C')
  })

  it('labels letters with their rates', () => {
    expect(letterRates(DEFAULT_RATES, today)).toEqual({ A: 1800, B: 0, C: 0, D: 0, E: 0 })
  })
})

describe('rateHistory (TRA guide: the registration answer names the tax codes)', () => {
  const day = '2026-11-01' as FiscalDay
  const registered = { from: day, rates: { A: percent(16), B: percent(10), D: percent(5) } }
  const table = rateHistory([], [registered])

  it('has what the authority named from the day of registration on, and what was in force before', () => {
    expect(rateOn(table, 'standard', today, true)).toBe(percent(16))
    expect(rateOn(table, 'standard', '2026-10-31' as FiscalDay, true)).toBe(percent(18))
    expect(rateOn(table, 'special_relief', today, true)).toBe(percent(5))
  })

  it('keeps the shipped rate of what was not named, and uses B for nothing', () => {
    expect(rateOn(table, 'zero_rated', today, true)).toBe(percent(0))
    expect(rateOn(table, 'exempted', today, true)).toBe(percent(0))
    expect(table.filter(({ rate }) => rate === percent(10))).toEqual([])
  })

  it('keeps the rate of each day through registrations and laws, the latest start winning', () => {
    const law = [{ taxType: 'standard', rate: percent(15), validFrom: '2027-01-01' as FiscalDay }] as const
    const renewed = { from: '2026-12-01' as FiscalDay, rates: { A: percent(17) } }
    const history = rateHistory(law, [registered, renewed])
    const rate = (at: string) => rateOn(history, 'standard', at as FiscalDay, true)
    expect(['2026-10-31', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map(rate)).toEqual([
      1800, 1600, 1700, 1700, 1500,
    ])
    expect(rateOn(history, 'special_relief', '2027-01-01' as FiscalDay, true)).toBe(percent(5))
  })

  it('on one day takes the word of the authority before that of the law', () => {
    const law = [{ taxType: 'standard', rate: percent(15), validFrom: day }] as const
    expect(rateOn(rateHistory(law, [registered]), 'standard', day, true)).toBe(percent(16))
  })
})

describe('checkRates', () => {
  const line = { taxType: 'standard', rate: percent(18) } as const

  it('finds nothing wrong with rates in force', () => {
    expect(checkRates([line, { taxType: 'exempted', rate: percent(0) }], DEFAULT_RATES, today, true)).toEqual(
      [],
    )
  })

  it('refuses another rate than the one in force, and a type without a rate, at the line', () => {
    const lines = [line, { taxType: 'standard', rate: percent(0) } as const]
    expect(checkRates(lines, DEFAULT_RATES, today, true)).toEqual([
      { path: 'lines.1.rate', code: 'INVOICE_RATE_UNKNOWN' },
    ])
    expect(checkRates([line], [], today, true)).toHaveLength(1)
  })

  it('asks nothing of an unregistered seller', () => {
    expect(checkRates([line], [], today, false)).toEqual([])
  })
})
