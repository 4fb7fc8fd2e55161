import type { FiscalDay } from '../calendar/east-africa.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import type { FieldRefusal } from '../refusal.ts'
import { rateOn, type TaxRate } from './rate-table.ts'
import type { TaxType } from './tax-type.ts'

export type RateRefusal = 'INVOICE_RATE_UNKNOWN'

type RatedLine = { readonly taxType: TaxType; readonly rate: BasisPoints }

/**
 * Lines whose frozen rate is not the one in force on `day`, or whose tax type the table does not know. A rate is
 * never guessed and never taken from the phone alone: the server checks this before it numbers (TRA guide: rates come
 * with the registration). A seller who is not registered for VAT has nothing to check.
 */
export function checkRates(
  lines: readonly RatedLine[],
  table: readonly TaxRate[],
  day: FiscalDay,
  vatRegistered: boolean,
): FieldRefusal<RateRefusal>[] {
  if (!vatRegistered) return []
  return lines.flatMap((line, index) =>
    rateOn(table, line.taxType, day, true) === line.rate
      ? []
      : [{ path: `lines.${index}.rate`, code: 'INVOICE_RATE_UNKNOWN' as const }],
  )
}
