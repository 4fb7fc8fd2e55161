/** SQLSTATE of a database error, `undefined` for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the database could not be reached or went away: every further statement will fail too. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const unavailable = /^(08|53|57)|^E[A-Z]+$/.test(sqlState(error) ?? '')
  // Errors of the pool itself have no code.
  return (
    unavailable || (error instanceof Error && /^(Connection terminated|timeout exceeded)/.test(error.message))
  )
}

/**
 * Whether an error is one of the whole server, which every operation would meet: the database cannot be reached, has no room,
 * no memory or no connection left, cannot read its disk, or takes no writes. A statement that was too slow (57014) may be
 * the fault of one operation.
 */
export function isServerFault(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  return isDatabaseUnavailable(error) ? state !== '57014' : /^(58|25006$|XX00[12]$)/.test(state)
}

/**
 * U+0000, lone surrogates and text of another encoding; numbers, moments and texts that their column cannot hold.
 * Most fields of the contract have a rule that refuses them earlier; this covers the fields without one.
 */
const REFUSED_SQL_STATES: ReadonlySet<string> = new Set(['22021', '22P05', '22003', '22008', '22001'])
/** JSON that holds such text. */
const INVALID_JSON_SQL_STATE = '22P02'

/** Whether the database refused a value that it cannot hold: the request is wrong, and a retry fails too. */
export function isUnstorableValue(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return false
  return (
    REFUSED_SQL_STATES.has(state) ||
    (state === INVALID_JSON_SQL_STATE && error instanceof Error && error.message.includes('type json'))
  )
}
