import { type Cents, toCents } from './cents.ts'

/** Whether `amount × numerator ÷ denominator` comes to whole cents. */
export function isExactRatio(amount: Cents, numerator: number, denominator: number): boolean {
  return (BigInt(amount) * BigInt(numerator)) % BigInt(denominator) === 0n
}

/**
 * `amount × numerator ÷ denominator` in cents, rounded half away from zero: the one rounding rule of Risiti. The
 * product is computed exactly, since price × quantity may exceed 2^53. `denominator` must be positive.
 */
export function timesRatio(amount: Cents, numerator: number, denominator: number): Cents {
  if (denominator <= 0) throw new RangeError('the denominator must be positive')
  const product = BigInt(amount) * BigInt(numerator)
  const half = BigInt(denominator)
  const magnitude = product < 0n ? -product : product
  const rounded = (magnitude * 2n + half) / (half * 2n)
  return toCents(Number(product < 0n ? -rounded : rounded))
}
