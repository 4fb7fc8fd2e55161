declare const basisPoints: unique symbol
export interface BasisPointsBrand {
  readonly [basisPoints]: true
}

/** A percentage in whole hundredths of a percent: 18 % = 1800, 7.5 % = 750. */
export type BasisPoints = number & BasisPointsBrand

export const HUNDRED_PERCENT = 10_000

/** The only constructor of `BasisPoints`. Throws `RangeError` outside 0 to 100 percent and for fractions. */
export function toBasisPoints(value: number): BasisPoints {
  if (!Number.isInteger(value) || value < 0 || value > HUNDRED_PERCENT)
    throw new RangeError(`not a percentage: ${value}`)
  return value as BasisPoints
}

/** Shortest form without the sign: `18`, `7.5`. */
export function percentText(value: BasisPoints): string {
  return String(value / 100)
}

/** Reads `5`, `7.5`, `12.25`, with or without `%`; 0 to 100. `undefined` when it is none of these. */
export function parsePercent(text: string): BasisPoints | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?%?$/.exec(text.replace(/\s/g, ''))
  if (!match) return undefined
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value <= HUNDRED_PERCENT ? toBasisPoints(value) : undefined
}
