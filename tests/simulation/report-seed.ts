import { coverageOf } from './checker/coverage.ts'
import type { Plan } from './plan/plan.ts'
import { shrink } from './plan/shrink.ts'
import type { SeedReport } from './report.ts'
import { type RunOutcome, runPlan } from './run-plan.ts'
import { traceOf } from './trace.ts'
import type { SimulationFixture } from './world/simulation-fixture.ts'

export type Explaining = {
  readonly maxRounds: number
  readonly shrinkingRuns: number
  /** Called when a day is over and another follows. */
  readonly onDay: () => void
}

/**
 * Runs the plan of a seed. A failing plan is made smaller by up to `shrinkingRuns` runs, and is not explained
 * without any.
 */
export async function reportSeed(
  seed: number,
  wanted: Plan,
  fixture: SimulationFixture,
  { maxRounds, shrinkingRuns, onDay }: Explaining,
): Promise<SeedReport> {
  const began = performance.now()
  const outcome = await runPlan(wanted, fixture, maxRounds)
  const report = {
    seed,
    fingerprint: outcome.fingerprint,
    steps: outcome.steps,
    operations: outcome.evidence.server.operations.length,
    receipts: outcome.evidence.server.receipts.length,
    quietAfterMs: outcome.quietAfterMs,
    rounds: outcome.evidence.settled.rounds,
    seen: coverageOf(outcome.evidence),
    violations: outcome.violations.map(({ invariant, message }) => ({
      invariant,
      message: message.slice(0, 2_000),
    })),
  }
  const failure =
    outcome.violations.length > 0 && shrinkingRuns > 0
      ? await explain(outcome, fixture, { maxRounds, shrinkingRuns, onDay })
      : undefined
  return { ...report, tookMs: performance.now() - began, ...(failure ? { failure } : {}) }
}

/** The smallest plan that breaks the same law, and the story of it. */
async function explain(
  outcome: RunOutcome,
  fixture: SimulationFixture,
  { maxRounds, shrinkingRuns, onDay }: Explaining,
): Promise<SeedReport['failure']> {
  const laws = new Set(outcome.violations.map(({ invariant: law }) => law))
  const fails = async (candidate: Plan) => {
    onDay()
    const { violations } = await runPlan(candidate, fixture, maxRounds)
    return violations.some(({ invariant: law }) => laws.has(law))
  }
  const plan = await shrink(outcome.plan, fails, shrinkingRuns)
  onDay()
  const smallest = await runPlan(plan, fixture, maxRounds)
  return { plan: JSON.stringify(plan), trace: traceOf(smallest) }
}
