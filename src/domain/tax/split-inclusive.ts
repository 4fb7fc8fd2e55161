import { type BasisPoints, HUNDRED_PERCENT } from '../money/basis-points.ts'
import { type Cents, minusCents } from '../money/cents.ts'
import { timesRatio } from '../money/round-half-up.ts'

/**
 * Splits a tax-inclusive amount: `net = round half up (gross × 100 ÷ (100 + rate))`, `tax = gross − net`. Net and tax
 * are never rounded separately, so they always add up to what was charged.
 */
export function splitInclusive(gross: Cents, rate: BasisPoints): { net: Cents; tax: Cents } {
  const net = timesRatio(gross, HUNDRED_PERCENT, HUNDRED_PERCENT + rate)
  return { net, tax: minusCents(gross, net) }
}
