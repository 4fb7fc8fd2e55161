import type { Ledger } from '#server/simulators/tra/ledger.ts'
import type { Plan } from '../plan/plan.ts'
import type { BookEvidence } from '../world/books.ts'
import type { HistoryEntry } from '../world/history.ts'
import type { AccountState } from '../world/read-phone.ts'
import type { ServerState } from '../world/read-server.ts'
import type { SettledState } from '../world/settle-simulation.ts'

/** Everything a check needs: the history, and the final state of all participants. */
export type RunEvidence = {
  readonly plan: Plan
  readonly history: readonly HistoryEntry[]
  readonly phones: readonly AccountState[]
  readonly server: ServerState
  readonly authority: Ledger
  /** The books of the first company; `null`: it has none. */
  readonly books: BookEvidence | null
  readonly healedAt: number
  readonly settled: SettledState
}

/** A law that did not hold. `law` is the invariant's name, `I1` to `I15`. */
export type Violation = { readonly invariant: string; readonly message: string }

export type Invariant = (evidence: RunEvidence) => readonly Violation[]
