import type { CallOutcome } from './failure.ts'

/** A shorter wait is over before a person has read its end. */
const SHORTEST_MS = 60_000

/**
 * From which moment a failed call may be repeated, in milliseconds, by the clock of this phone; `undefined` where the
 * server asked for no wait, or for one below a minute.
 */
export function retryAtOf(outcome: CallOutcome<unknown>, now: number): number | undefined {
  if (outcome.kind !== 'refused' || outcome.retryAfterMs === null) return undefined
  return outcome.retryAfterMs < SHORTEST_MS ? undefined : now + outcome.retryAfterMs
}
