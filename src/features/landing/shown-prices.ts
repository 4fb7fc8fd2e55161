import type { PriceTexts } from '#domain/subscription/price-texts.ts'
import { DEFAULT_PRICE_TEXTS } from './default-prices.ts'

/** The prices of this server, whose texts it writes into its landing page; on any other page those of the specification. */
export function shownPrices(page: Pick<Document, 'querySelector'>): PriceTexts {
  const written = page.querySelector('meta[name="prices"]')?.getAttribute('content')
  return written ? (JSON.parse(written) as PriceTexts) : DEFAULT_PRICE_TEXTS
}
