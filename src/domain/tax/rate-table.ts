import type { FiscalDay } from '../calendar/east-africa.ts'
import { type BasisPoints, toBasisPoints } from '../money/basis-points.ts'
import { TAX_TYPES, type TaxLetter, type TaxType, taxLetter } from './tax-type.ts'

/**
 * One dated VAT rate. `condition` names rates that a plain sale never gets by itself (`b2c_epay`: the reduced rate
 * for electronic consumer payments, enacted but not in force; it is disabled here).
 */
export type TaxRate = {
  readonly taxType: TaxType
  readonly rate: BasisPoints
  readonly validFrom: FiscalDay
  readonly validTo?: FiscalDay | undefined
  readonly condition?: string | undefined
  readonly active: boolean
}

const NO_TAX = toBasisPoints(0)
const since = '2015-07-01' as FiscalDay

/** The rates shipped with the product: VAT Act s.5, special relief 0 by the authority's code D. */
export const DEFAULT_RATES: readonly TaxRate[] = [
  { taxType: 'standard', rate: toBasisPoints(1800), validFrom: since, active: true },
  {
    taxType: 'standard',
    rate: toBasisPoints(1600),
    validFrom: '2025-09-01' as FiscalDay,
    condition: 'b2c_epay',
    active: false,
  },
  { taxType: 'zero_rated', rate: NO_TAX, validFrom: since, active: true },
  { taxType: 'special_relief', rate: NO_TAX, validFrom: since, active: true },
  { taxType: 'exempted', rate: NO_TAX, validFrom: since, active: true },
]

const REGISTERED = { A: 'standard', C: 'zero_rated', D: 'special_relief' } as const

/** What the authority named at a registration (TRA guide: tax codes A to D; B is unused and E never named). */
export type RegisteredRates = {
  readonly from: FiscalDay
  readonly rates: Readonly<Partial<Record<TaxLetter, BasisPoints>>>
}

/**
 * The dated rates of a company: those shipped with the product, those the authority named at each registration of its
 * device, and those of the law. The latest start wins; on one day the authority's word goes before the law's.
 */
export function rateHistory(
  law: readonly Pick<TaxRate, 'taxType' | 'rate' | 'validFrom'>[],
  registrations: readonly RegisteredRates[],
): TaxRate[] {
  const named = registrations.flatMap(({ from: validFrom, rates }) =>
    (['A', 'C', 'D'] as const).flatMap((letter) => {
      const rate = rates[letter]
      return rate === undefined ? [] : [{ taxType: REGISTERED[letter], rate, validFrom, active: true }]
    }),
  )
  return [...DEFAULT_RATES, ...named, ...law.map((row) => ({ ...row, active: true }))]
}

/**
 * The rate of a tax type on a day: the active, unconditional row valid that day, the latest start winning.
 * `undefined` when the table knows none; the caller refuses (a rate is never guessed). A seller who is not
 * registered for VAT charges 0 on everything.
 */
export function rateOn(
  table: readonly TaxRate[],
  taxType: TaxType,
  day: FiscalDay,
  vatRegistered: boolean,
): BasisPoints | undefined {
  if (!vatRegistered) return NO_TAX
  let found: TaxRate | undefined
  for (const row of table) {
    if (row.taxType !== taxType || !row.active || row.condition !== undefined) continue
    if (row.validFrom > day || (row.validTo !== undefined && row.validTo < day)) continue
    if (!found || row.validFrom > found.validFrom) found = row
  }
  return found?.rate
}

/**
 * The rate of every letter on a day, as the authority labels its daily totals; 0 where the table knows none
 * (B is never used). The seller's own registration does not change these labels.
 */
export function letterRates(table: readonly TaxRate[], day: FiscalDay): Record<TaxLetter, BasisPoints> {
  const rates = { A: NO_TAX, B: NO_TAX, C: NO_TAX, D: NO_TAX, E: NO_TAX }
  for (const type of TAX_TYPES) rates[taxLetter(type, true)] = rateOn(table, type, day, true) ?? NO_TAX
  return rates
}
