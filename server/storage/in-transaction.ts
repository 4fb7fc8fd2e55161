import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

const MAX_ATTEMPTS = 4
/**
 * Serialization failure, deadlock, a unique row that a neighbour wrote first (the next look sees it), and a plan made
 * before a newer version changed the schema.
 */
const RETRYABLE_SQL_STATES: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '0A000'])

/** SQLSTATE of a database error, `undefined` for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the database could not be reached, or went away, rather than refused: whatever comes next will fail too. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const unavailable = /^(08|53|57)|^E[A-Z]+$/.test(sqlState(error) ?? '')
  // The pool's own words carry no code.
  return (
    unavailable || (error instanceof Error && /^(Connection terminated|timeout exceeded)/.test(error.message))
  )
}

/**
 * Runs `work` in one transaction and runs it again, up to three times, when the database says that it lost against
 * another one. `work` must therefore keep its effects in the database. Throws what `work` throws.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRYABLE_SQL_STATES.has(sqlState(error) ?? '')) throw error
    }
  }
}
