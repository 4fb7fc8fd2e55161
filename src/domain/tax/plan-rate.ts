import type { FiscalDay } from '../calendar/east-africa.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'

/** Tax types whose rate a law can change; the others are zero by what they are (spec §9). */
export const PLANNED_TAX_TYPES = ['standard', 'special_relief'] as const
export type PlannedTaxType = (typeof PLANNED_TAX_TYPES)[number]

/** A rate that the law sets for all companies from a day on. */
export type LawRate = {
  readonly taxType: PlannedTaxType
  readonly rate: BasisPoints
  readonly validFrom: FiscalDay
}

export const RATE_REFUSALS = ['RATE_REQUIRED', 'RATE_DAY_NOT_AHEAD'] as const
export type PlannedRateRefusal = (typeof RATE_REFUSALS)[number]

/** A planned rate as it is written: not everything is there yet. */
export type RateForm = {
  readonly taxType: PlannedTaxType
  readonly rate: BasisPoints | undefined
  readonly validFrom: FiscalDay | undefined
}

/** Whether a rate is in force after `today` only. One that is in force was charged, and its history never changes. */
export function isAhead(validFrom: FiscalDay, today: FiscalDay): boolean {
  return validFrom > today
}

/** A planned rate, or what is wrong with it. */
export function checkPlannedRate(form: RateForm, today: FiscalDay): Result<LawRate, PlannedRateRefusal> {
  const { taxType, rate, validFrom } = form
  if (rate !== undefined && validFrom !== undefined && isAhead(validFrom, today)) {
    return ok({ taxType, rate, validFrom })
  }
  const refusals: FieldRefusal<PlannedRateRefusal>[] = []
  if (rate === undefined) refusals.push({ path: 'rate', code: 'RATE_REQUIRED' })
  if (validFrom === undefined || !isAhead(validFrom, today)) {
    refusals.push({ path: 'validFrom', code: 'RATE_DAY_NOT_AHEAD' })
  }
  return refuse(refusals)
}
