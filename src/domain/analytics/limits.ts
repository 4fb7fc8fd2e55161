/** Longest text in statistics (spec §7). */
export const MAX_TEXT = 100
/** Largest number, and smallest below zero (spec §7). */
export const MAX_NUMBER = 999_999_999

/** The currencies that statistics accept (spec §7: 30, among them USD, EUR, GBP, TZS and KES). */
export const CURRENCIES = [
  ...['USD', 'EUR', 'GBP', 'TZS', 'KES', 'UGX', 'RWF', 'BIF', 'CDF', 'ZAR'],
  ...['ZMW', 'MWK', 'MZN', 'NGN', 'GHS', 'ETB', 'EGP', 'SOS', 'MUR', 'BWP'],
  ...['INR', 'CNY', 'JPY', 'AED', 'SAR', 'CHF', 'CAD', 'AUD', 'SEK', 'TRY'],
] as const
export type Currency = (typeof CURRENCIES)[number]

/** A text of at most 100 characters, never cut within a surrogate pair. */
export function limitText(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const cut = text.slice(0, MAX_TEXT)
  // The first half of a surrogate pair whose second half was cut off.
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** A number within ±999,999,999; anything else is 0. */
export function limitNumber(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value))
}

/** A currency that statistics accept; any other is counted as US dollars (spec §7). */
export function limitCurrency(code: string): Currency {
  const upper = code.trim().toUpperCase()
  return CURRENCIES.find((known) => known === upper) ?? 'USD'
}
