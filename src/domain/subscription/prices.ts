import { type BasisPoints, HUNDRED_PERCENT } from '../money/basis-points.ts'
import { type Cents, minusCents, sumCents, toCents } from '../money/cents.ts'
import { timesRatio } from '../money/round-half-up.ts'

/** What Risiti costs, without VAT, and the rate of VAT that is added. */
export type Prices = {
  /** A year of use. */
  readonly annual: Cents
  /** Once, at the beginning. */
  readonly installation: Cents
  readonly vat: BasisPoints
}

/** The prices of the specification (§1), where a server configures no others. */
export const DEFAULT_PRICES: Omit<Prices, 'vat'> = {
  annual: toCents(5_900_000),
  installation: toCents(12_100_000),
}

/** A price with what is added to it. */
export type PriceWithVat = { readonly net: Cents; readonly tax: Cents; readonly gross: Cents }

/** Adds VAT: the sum is rounded once, and the tax is the difference, so that both always add up. */
export function withVat(net: Cents, rate: BasisPoints): PriceWithVat {
  const gross = timesRatio(net, HUNDRED_PERCENT + rate, HUNDRED_PERCENT)
  return { net, tax: minusCents(gross, net), gross }
}

/** What `years` of use cost, with the installation where it is paid too. */
export function priceOf(
  { annual, installation, vat }: Prices,
  bought: { readonly years: number; readonly installation: boolean },
): PriceWithVat {
  const parts = Array.from({ length: bought.years }, () => annual)
  return withVat(sumCents(bought.installation ? [...parts, installation] : parts), vat)
}
