import type { Cents } from './cents.ts'
import { timesRatio } from './round-half-up.ts'

/** The currency of every stored amount. */
export const SHILLING = 'TZS'

/** What an expense may have been paid in besides shillings: with them the thirty codes of spec §7. */
export const FOREIGN_CURRENCIES = [
  ...['USD', 'EUR', 'GBP', 'KES', 'UGX', 'RWF', 'BIF', 'CDF', 'ZMW', 'MWK'],
  ...['MZN', 'ZAR', 'NGN', 'EGP', 'ETB', 'AED', 'SAR', 'OMR', 'INR', 'CNY'],
  ...['JPY', 'HKD', 'SGD', 'CHF', 'CAD', 'AUD', 'SEK', 'NOK', 'DKK'],
] as const
export type ForeignCurrency = (typeof FOREIGN_CURRENCIES)[number]

declare const exchangeRate: unique symbol
export interface ExchangeRateBrand {
  readonly [exchangeRate]: true
}

/** Shillings for one unit of another currency, in whole ten-thousandths: 2,650.5 Tsh = 26505000. */
export type ExchangeRate = number & ExchangeRateBrand

export const RATE_SCALE = 10_000
/** A million shillings for one unit: no currency is near it. */
export const MAX_EXCHANGE_RATE = 1_000_000 * RATE_SCALE

/** The only constructor of `ExchangeRate`. Throws `RangeError` on anything but a whole number within the limits. */
export function toExchangeRate(tenThousandths: number): ExchangeRate {
  if (!Number.isSafeInteger(tenThousandths) || tenThousandths < 1 || tenThousandths > MAX_EXCHANGE_RATE) {
    throw new RangeError(`no exchange rate: ${tenThousandths}`)
  }
  return tenThousandths as ExchangeRate
}

/** Reads `2650`, `2,650.5`, `0.1875`: at most four decimals, above zero; `undefined` when it is none of these. */
export function parseExchangeRate(text: string): ExchangeRate | undefined {
  const match = /^(\d{1,3}(?:[,\s]\d{3})+|\d{1,7})(?:\.(\d{1,4}))?$/.exec(text.trim())
  if (!match) return undefined
  const whole = Number((match[1] ?? '').replace(/[,\s]/g, ''))
  const value = whole * RATE_SCALE + Number((match[2] ?? '').padEnd(4, '0'))
  return value > 0 && value <= MAX_EXCHANGE_RATE ? toExchangeRate(value) : undefined
}

/** Shortest decimal form with a point: `2650`, `2650.5`. */
export function exchangeRateText(rate: ExchangeRate): string {
  const rest = rate % RATE_SCALE
  const whole = String(Math.trunc(rate / RATE_SCALE))
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(4, '0').replace(/0+$/, '')}`
}

/** An amount of the other currency (in its hundredths) in cents of the shilling. */
export function toShillings(amount: Cents, rate: ExchangeRate): Cents {
  return timesRatio(amount, rate, RATE_SCALE)
}

/** The amount of the other currency (in its hundredths) that an amount in shillings was. */
export function fromShillings(amount: Cents, rate: ExchangeRate): Cents {
  return timesRatio(amount, RATE_SCALE, rate)
}
