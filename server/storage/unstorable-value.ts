import { sqlState } from './in-transaction.ts'

/**
 * U+0000, half signs and text of another encoding; figures, moments and texts beyond what their column takes.
 * A field of the contract with a rule of its own lets none of them through; this is for the one without.
 */
const REFUSED_SQL_STATES: ReadonlySet<string> = new Set(['22021', '22P05', '22003', '22008', '22001'])
/** JSON that holds such text. */
const INVALID_JSON_SQL_STATE = '22P02'

/** Whether the database refused a value that it can't hold: the fault of who sent it, and for ever. */
export function isUnstorableValue(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return false
  return (
    REFUSED_SQL_STATES.has(state) ||
    (state === INVALID_JSON_SQL_STATE && error instanceof Error && error.message.includes('type json'))
  )
}
