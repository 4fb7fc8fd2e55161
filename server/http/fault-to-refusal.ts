import { Refusal } from '../ports/refusal.ts'
import type { Log } from '../ports/system.ts'
import { isUnstorableValue } from '../storage/sql-errors.ts'

/** The database cannot be reached, is stopping or starting, or has no connection left. */
const DATABASE_UNAVAILABLE = /^(08\w{3}|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
const NO_CONNECTION = /timeout exceeded when trying to connect|Connection terminated/
const RETRY_SECONDS = 2

/**
 * What the caller learns of something thrown: a refusal as it is, a fault only that there was one. The fault itself
 * goes to the log under the request's id.
 */
export function toRefusal(error: unknown, log: Log, requestId: string): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (isUnstorableValue(error)) return new Refusal('REQUEST_INVALID')
  log({ event: 'fault', requestId, error })
  if (DATABASE_UNAVAILABLE.test(code) || (error instanceof Error && NO_CONNECTION.test(error.message))) {
    return new Refusal('UNAVAILABLE', { data: { retryAfterSeconds: RETRY_SECONDS } })
  }
  return new Refusal('UNEXPECTED')
}
