import { percentText } from '../money/basis-points.ts'
import { moneyText } from '../money/money-text.ts'
import { type Prices, priceOf } from './prices.ts'

/** Prices as they are printed: without VAT, and the sums with it. */
export type PriceTexts = {
  readonly rate: string
  readonly annual: { readonly net: string; readonly gross: string }
  readonly installation: { readonly net: string; readonly gross: string }
  /** The first year with the installation. */
  readonly first: { readonly net: string; readonly gross: string }
}

/** The texts of prices; every sum is computed by the money rules (tanzania-facts §6). */
export function priceTexts(prices: Prices): PriceTexts {
  const textsOf = (bought: Parameters<typeof priceOf>[1]) => {
    const { net, gross } = priceOf(prices, bought)
    return { net: moneyText(net), gross: moneyText(gross) }
  }
  return {
    rate: percentText(prices.vat),
    annual: textsOf({ years: 1, installation: false }),
    installation: textsOf({ years: 0, installation: true }),
    first: textsOf({ years: 1, installation: true }),
  }
}
