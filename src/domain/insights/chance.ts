/** How likely a figure is by chance alone: the p-values that `false-discovery.ts` compares. From 0 to 1. */

/**
 * Chance of a score at least this far from 0 in either direction (Student). `freedom` is a whole number of degrees of
 * freedom, at least 1: with few values behind the usual figure, a far score is less of a surprise.
 */
export function chanceOfScore(score: number, freedom: number): number {
  const angle = Math.atan(Math.abs(score) / Math.sqrt(freedom))
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const isOdd = freedom % 2 === 1
  let term = isOdd ? cosine : 1
  let sum = freedom === 1 ? 0 : term
  for (let step = isOdd ? 3 : 2; step <= freedom - 2; step += 2) {
    term *= (cosine * cosine * (step - 1)) / step
    sum += term
  }
  const within = isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum
  return Math.min(1, Math.max(0, 1 - within))
}

/** Chance of a score at least this high, where only more than usual is looked for. */
export function chanceOfMore(score: number, freedom: number): number {
  const beyond = chanceOfScore(score, freedom) / 2
  return score > 0 ? beyond : 1 - beyond
}

/** From so many degrees of freedom on, a score is as in the normal distribution. */
export const MANY = 200

/** Chance of at least `successes` in `trials` that each succeed with the given chance. */
export function chanceOfAtLeast(successes: number, trials: number, each: number): number {
  if (successes <= 0 || each >= 1) return 1
  if (each <= 0) return 0
  let logTerm = trials * Math.log1p(-each)
  let below = 0
  for (let count = 0; count < successes && count <= trials; count += 1) {
    below += Math.exp(logTerm)
    logTerm += Math.log(((trials - count) * each) / ((count + 1) * (1 - each)))
  }
  return Math.min(1, Math.max(0, 1 - below))
}
