import type { PriceTexts } from '#domain/subscription/price-texts.ts'

/**
 * The prices of the specification (§1), for a page that the phone stored without those of its server. Written out,
 * because the money rules that compute them would be loaded with every first visit; a test computes them.
 */
export const DEFAULT_PRICE_TEXTS: PriceTexts = {
  rate: '18',
  annual: { net: 'Tsh\u00a059,000', gross: 'Tsh\u00a069,620' },
  installation: { net: 'Tsh\u00a0121,000', gross: 'Tsh\u00a0142,780' },
  first: { net: 'Tsh\u00a0180,000', gross: 'Tsh\u00a0212,400' },
}
