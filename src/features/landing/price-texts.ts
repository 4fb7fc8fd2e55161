import { percentText, toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { DEFAULT_PRICES, type Prices, priceOf } from '#domain/subscription/prices.ts'

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

/** `5900000-12100000-1800`: the configured prices in cents and hundredths of a percent, as the server writes them into the page. */
const PRICES_IN_PAGE = /^(\d+)-(\d+)-(\d+)$/

/** The prices of this server as its page has them; of a page that the phone stored, those of the specification. */
export function shownPrices(page: Pick<Document, 'querySelector'>): PriceTexts {
  const [, annual, installation, vat] =
    PRICES_IN_PAGE.exec(page.querySelector('meta[name="prices"]')?.getAttribute('content') ?? '') ?? []
  if (annual === undefined || installation === undefined || vat === undefined) {
    return priceTexts({ ...DEFAULT_PRICES, vat: toBasisPoints(1800) })
  }
  return priceTexts({
    annual: toCents(Number(annual)),
    installation: toCents(Number(installation)),
    vat: toBasisPoints(Number(vat)),
  })
}
