declare const cents: unique symbol
export interface CentsBrand {
  readonly [cents]: true
}

/** An amount of money in whole cents (1 Tsh = 100 cents). Never a fraction, never a float amount. */
export type Cents = number & CentsBrand

/** The only constructor of `Cents`. Throws `RangeError` on anything but a safe integer. */
export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`)
  return (value === 0 ? 0 : value) as Cents
}

export const ZERO_CENTS: Cents = toCents(0)

/** Sum of any number of amounts. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return toCents(sum)
}

/** a − b. */
export function minusCents(a: Cents, b: Cents): Cents {
  return toCents(a - b)
}
