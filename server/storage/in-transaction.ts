import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'
import { sqlState } from './sql-errors.ts'

const MAX_ATTEMPTS = 4
/**
 * Serialization failure, deadlock, a unique row that another transaction inserted first (the next attempt reads it),
 * and a plan made before a newer version changed the schema.
 */
const RETRYABLE_SQL_STATES: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '0A000'])

/**
 * Runs `work` in one transaction and runs it again, up to three times, when it conflicted with another
 * transaction. `work` must therefore have no effects outside the database. Throws what `work` throws.
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
