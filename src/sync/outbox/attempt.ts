import type { OutboxEntry } from '#data/rows.ts'
import { isLaterAttemptId, nextAttemptId } from './attempt-id.ts'

/** What distinguishes the attempts of one operation. Rows that older apps stored have the id only. */
type Attempted = Pick<OutboxEntry, 'opId' | 'firstOpId' | 'attempt'>

/** The identity of an operation over all its attempts: the id it was first queued under, and the number of the attempt. */
export type AttemptNumber = { readonly firstOpId: string; readonly attempt: number }

/**
 * Reads which attempt an operation is: 0 for the first, one more each time it is queued again after a final refusal.
 * A row of an older app counts from the id it was stored under; its earlier attempts are unknown.
 */
export function attemptOf({ opId, firstOpId, attempt }: Attempted): AttemptNumber {
  return firstOpId === undefined || attempt === undefined
    ? { firstOpId: opId, attempt: 0 }
    : { firstOpId, attempt }
}

/** The attempt after one that the server refused for good. Its id follows from the refused one, on every phone. */
export function nextAttempt(refused: Attempted): AttemptNumber & { readonly opId: string } {
  const { firstOpId, attempt } = attemptOf(refused)
  return { opId: nextAttemptId(refused.opId), firstOpId, attempt: attempt + 1 }
}

/** Whether an operation is a later attempt of another. By number; by their ids where an older app stored one of them. */
export function isLaterAttempt(one: Attempted, other: Attempted): boolean {
  const [first, second] = [attemptOf(one), attemptOf(other)]
  return first.firstOpId === second.firstOpId
    ? first.attempt > second.attempt
    : isLaterAttemptId(one.opId, other.opId)
}
