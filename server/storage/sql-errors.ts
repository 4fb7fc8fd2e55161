/** SQLSTATE of a database error, `undefined` for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const READ_ONLY_SQL_STATE = '25006'
const LOCK_TIMEOUT_SQL_STATE = '55P03'
/** The server ended this session: a shutdown, a crash, a transaction that was idle for too long. */
const ENDED_SQL_STATES = /^(57P0|25P03$|08)/
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded|Client (was closed|has encountered a connection error))/
/** What the driver throws when a statement got no answer within the limit of its connection. */
const UNANSWERED = 'Query read timeout'

/** Whether the database could not be reached, went away or takes no writes: every further statement will fail too. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const unavailable = /^(08|53|57|25006$|25P03$)|^E[A-Z]+$/.test(sqlState(error) ?? '')
  // Errors of the pool and of a lost connection have no code.
  return unavailable || isUnanswered(error) || (error instanceof Error && LOST_CONNECTION.test(error.message))
}

/** Whether a statement got no answer: its connection still waits for one, and whether it was executed is not known. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === UNANSWERED
}

/** Whether the server takes no writes: it is a standby, was made one, or is read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === READ_ONLY_SQL_STATE
}

/** Whether a statement was ended because it waited for a lock longer than its connection allows. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_TIMEOUT_SQL_STATE
}

/** Whether a connection is of no further use: its server ended it, or will refuse the writes of whatever gets it next. */
export function isConnectionUseless(error: unknown): boolean {
  return isReadOnly(error) || ENDED_SQL_STATES.test(sqlState(error) ?? '')
}

/**
 * Whether an error is one of the whole server, which every operation would meet: the database cannot be reached, has no room,
 * no memory or no connection left, cannot read its disk, or takes no writes. A statement that was too slow (57014) may be
 * the fault of one operation.
 */
export function isServerFault(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  return isDatabaseUnavailable(error) ? state !== '57014' : /^(58|XX00[12]$)/.test(state)
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
