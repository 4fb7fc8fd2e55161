import { type Cents, toCents } from '#domain/money/cents.ts'

/** Cents as the services write amounts: a number with two decimals. */
export function amountOf(cents: Cents): number {
  return cents / 100
}

/** An amount of an answer in whole cents; `null` for anything else. */
export function centsOf(amount: unknown): Cents | null {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return null
  return toCents(Math.round(amount * 100))
}
