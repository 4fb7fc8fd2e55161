import { Refusal } from '../ports/refusal.ts'
import type { Log } from '../ports/system.ts'
import { isServerFault, isUnstorableValue } from '../storage/sql-errors.ts'

const RETRY_SECONDS = 2

/**
 * What the caller learns of something thrown: a refusal as it is, a fault only that there was one. The fault itself
 * goes to the log under the request's id.
 */
export function toRefusal(error: unknown, log: Log, requestId: string): Refusal {
  if (error instanceof Refusal) return error
  if (isUnstorableValue(error)) return new Refusal('REQUEST_INVALID')
  log({ event: 'fault', requestId, error })
  if (isServerFault(error)) return new Refusal('UNAVAILABLE', { data: { retryAfterSeconds: RETRY_SECONDS } })
  return new Refusal('UNEXPECTED')
}
