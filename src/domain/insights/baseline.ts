/** The middle value; of an even number the mean of the two in the middle, of none 0. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Makes the median of the distances comparable to a standard deviation. */
const NORMAL = 1.4826

/** Spread that single outliers do not change: the scaled median of the distances from the median. */
export function robustSpread(values: readonly number[]): number {
  const middle = median(values)
  return NORMAL * median(values.map((value) => Math.abs(value - middle)))
}

/** A spread of the sales of a day below this share of the usual is chance. */
export const LEAST_SPREAD = 0.18

/** How far sales are from the usual, as logarithms; a hundredth of the usual is the least. */
export function distancesOf(values: readonly number[], usual: number): number[] {
  return values.map((value) => Math.log(Math.max(value / usual, 0.01)))
}

/** From this many robust standard deviations a figure is out of line. */
export const OUT_OF_LINE = 3.5

/** Distance of a value from the usual one in robust standard deviations; `least` is the smallest spread to assume. */
export function scoreOf(value: number, usual: readonly number[], least: number): number {
  const spread = Math.max(robustSpread(usual), least)
  const distance = value - median(usual)
  return spread === 0 ? Math.sign(distance) * OUT_OF_LINE * 2 : distance / spread
}
