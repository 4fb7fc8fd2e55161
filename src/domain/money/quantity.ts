declare const quantity: unique symbol
export interface QuantityBrand {
  readonly [quantity]: true
}

/** A quantity in whole thousandths: 1 piece = 1000, 0.25 kg = 250. */
export type Quantity = number & QuantityBrand

export const THOUSANDTHS = 1000
/** The largest quantity on one line: a million pieces. */
export const MAX_QUANTITY = 1_000_000 * THOUSANDTHS

/** The only constructor of `Quantity`. Throws `RangeError` on anything but a safe integer. */
export function toQuantity(thousandths: number): Quantity {
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`not whole thousandths: ${thousandths}`)
  return thousandths as Quantity
}

/** Shortest decimal form with a point: `3`, `0.25`, `0.125`. */
export function quantityText(value: Quantity): string {
  const whole = Math.trunc(value / THOUSANDTHS)
  const rest = Math.abs(value % THOUSANDTHS)
  if (rest === 0) return String(whole)
  const sign = value < 0 && whole === 0 ? '-' : ''
  return `${sign}${whole}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`
}

/**
 * Reads `2`, `0.25`, `.5`, `1,000`; at most three decimals, greater than zero. `undefined` when it is none of these:
 * a comma only separates thousands, so `1,5` is not read as 15.
 */
export function parseQuantity(text: string): Quantity | undefined {
  const match = /^(\d{1,3}(?:[,\s]\d{3})+|\d{1,7})?(?:\.(\d{1,3}))?$/.exec(text.trim())
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined
  const value =
    Number((match[1] ?? '0').replace(/[,\s]/g, '')) * THOUSANDTHS + Number((match[2] ?? '').padEnd(3, '0'))
  return value > 0 && value <= MAX_QUANTITY ? toQuantity(value) : undefined
}
