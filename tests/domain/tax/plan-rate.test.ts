import { expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkPlannedRate } from '#domain/tax/plan-rate.ts'
import { percent } from '../example-invoice.ts'

const today = '2026-11-21' as FiscalDay
const check = (rate: number | undefined, validFrom: string | undefined) => {
  const form = {
    rate: rate === undefined ? rate : percent(rate),
    validFrom: validFrom as FiscalDay | undefined,
  }
  const result = checkPlannedRate({ taxType: 'standard', ...form }, today)
  return result.ok ? [] : result.refusals.map(({ path, code }) => `${path} ${code}`)
}

it('takes a rate that begins after today', () => {
  expect(check(16, '2026-11-22')).toEqual([])
  expect(check(0, '2027-01-01')).toEqual([])
})

it('never changes what is in force already', () => {
  expect(check(16, '2026-11-21')).toEqual(['validFrom RATE_DAY_NOT_AHEAD'])
})

it('asks for the rate and the day', () => {
  expect(check(undefined, undefined)).toEqual(['rate RATE_REQUIRED', 'validFrom RATE_DAY_NOT_AHEAD'])
})
