/** How a run was asked for. */
export interface BenchOptions {
  /** As many and as long as the goals say; without it a shorter version of the same. */
  full: boolean
}

/** One measured quantity. Files named `*.bench.ts` in this folder export one or several as their default. */
export interface Bench {
  /** Stable, kebab-case: `--only` and bench-results.json use it. */
  name: string
  unit: 'ms' | 'kB' | 'per second' | 'MB' | 'ratio' | 'count'
  /** Limit in `unit`, for the value named by `judged`. */
  budget?: number
  /** What we keep trying for, where a budget has an aim beside it. */
  aim?: number
  /** Whether the limit is the least rather than the most; `per second` always is. */
  atLeast?: boolean
  /** Which value must keep the budget; the median unless said. */
  budgetedStatistic?: 'median' | 'p95' | 'max'
  /** What a reader must know to read the figure. */
  note?: string
  /**
   * The fixed loop in the page that was measured, beside how often its main thread was slowed: how much slower than
   * the reference phone it really was. Without it only the loop of the bench's own process is known.
   */
  pageLoops?: { slowdown: number; run(options: BenchOptions): Promise<number[]> }
  /** Left out unless the sizes of the goals are asked for. */
  fullOnly?: boolean
  /** Gives one number per repetition, already warmed up. */
  run(options: BenchOptions): Promise<number[]>
}

/** A finished bench as written in bench-results.json. */
export interface BenchResult {
  name: string
  unit: Bench['unit']
  median: number
  p95: number
  max: number
  n: number
  budgetedStatistic: 'median' | 'p95' | 'max'
  atLeast: boolean
  budget?: number
  aim?: number
  note?: string
  /**
   * How many times slower than the reference the machine was; the measured value divided by this is only an
   * estimate.
   */
  slower?: number
}

/** Value below which `share` (0–1) of the samples are, nearest rank. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function summarize(bench: Bench, samples: readonly number[]): BenchResult {
  const { name, unit, budget, aim, note } = bench
  const round = (value: number): number => Number(value.toPrecision(4))
  if (samples.length === 0) throw new Error(`${name} measured nothing`)
  return {
    name,
    unit,
    median: round(quantile(samples, 0.5)),
    p95: round(quantile(samples, 0.95)),
    max: round(Math.max(...samples)),
    n: samples.length,
    budgetedStatistic: bench.budgetedStatistic ?? 'median',
    atLeast: bench.atLeast ?? unit === 'per second',
    ...(budget === undefined ? {} : { budget }),
    ...(aim === undefined ? {} : { aim }),
    ...(note === undefined ? {} : { note }),
  }
}

/** True when the measured value is within the budget, or there is none. */
export function isWithinBudget(result: BenchResult): boolean {
  if (result.budget === undefined) return true
  const value = result[result.budgetedStatistic]
  return result.atLeast ? value >= result.budget : value <= result.budget
}

/** Measures a group of quantities once for any number of benches; a failure fails all of them. */
export function onceFor<T>(
  measure: (options: BenchOptions) => Promise<T>,
): (options: BenchOptions) => Promise<T> {
  let measured: Promise<T> | undefined
  return (options) => {
    measured ??= measure(options)
    return measured
  }
}

/**
 * The loop below in a page of Chromium that is not slowed, on a machine (2 cores of an AMD EPYC) with nothing else to
 * do. In Node.js it is compiled better and takes another time.
 */
export const REFERENCE_LOOP_MS = 100

/** Time of a fixed piece of arithmetic: how fast the machine is at this moment. Runs anywhere. */
export function calibrationLoop(): number {
  const begun = performance.now()
  let x = 1
  for (let round = 0; round < 20_000_000; round += 1) x = (Math.imul(x, 31) + round) | 0
  const took = performance.now() - begun
  return x === 0.5 ? 0 : took
}
