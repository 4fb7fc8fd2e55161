import type { Violation } from './checker/evidence.ts'

/** What one seed came to. */
export type SeedReport = {
  readonly seed: number
  readonly fingerprint: string
  readonly steps: number
  readonly operations: number
  readonly receipts: number
  readonly quietAfterMs: number
  readonly tookMs: number
  readonly violations: readonly Violation[]
  /** For a seed that failed: the smallest plan that still does, and what happened in it. */
  readonly failure?: { readonly plan: string; readonly trace: readonly string[] }
}

/** The simulation itself broke. */
export type BrokenReport = { readonly seed: number; readonly broke: string }
