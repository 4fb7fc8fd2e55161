/** One measured quantity. Files named `*.bench.ts` in this folder export one or several as their default. */
export interface Bench {
  /** Stable, kebab-case: `--only` and bench-results.json use it. */
  name: string
  unit: 'ms' | 'kB' | 'per second' | 'MB'
  /** Limit for the median, in `unit`; with 'per second' it is the least, otherwise the most. */
  budget?: number
  /** Gives one number per repetition, already warmed up. */
  run(): Promise<number[]>
}

/** A finished bench as it stands in bench-results.json. */
export interface BenchResult {
  name: string
  unit: Bench['unit']
  median: number
  p95: number
  n: number
  budget?: number
}

/** Value below which `share` (0–1) of the samples lie, nearest rank. */
export function quantile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function summarize({ name, unit, budget }: Bench, samples: number[]): BenchResult {
  const round = (value: number): number => Number(value.toPrecision(4))
  return {
    name,
    unit,
    median: round(quantile(samples, 0.5)),
    p95: round(quantile(samples, 0.95)),
    n: samples.length,
    ...(budget === undefined ? {} : { budget }),
  }
}

/** True when the median keeps to the budget, or there is none. */
export function keepsBudget({ unit, median, budget }: BenchResult): boolean {
  if (budget === undefined) return true
  return unit === 'per second' ? median >= budget : median <= budget
}
