import type { Violation } from './checker/run-evidence.ts'
import type { Plan } from './plan/plan.ts'

/** What one seed came to. */
export type SeedReport = {
  readonly seed: number
  readonly fingerprint: string
  readonly steps: number
  readonly operations: number
  readonly receipts: number
  readonly quietAfterMs: number
  /** Virtual minutes that the evening took, but for a day that passed. */
  readonly rounds: number
  readonly tookMs: number
  readonly violations: readonly Violation[]
  /** Which of the things that have to happen somewhere happened here. */
  readonly seen: readonly string[]
  /** For a seed that failed: the smallest plan that still does, and what happened in it. */
  readonly failure?: { readonly plan: string; readonly trace: readonly string[] }
}

/** What one process is asked to do: a seed, or a plan that was kept because it once failed. */
export type Task = { readonly seed: number; readonly plan?: Plan }

/** The simulation itself broke. */
export type BrokenReport = { readonly seed: number; readonly broke: string }
