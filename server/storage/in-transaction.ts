import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'
import { sqlState } from './sql-errors.ts'
import { collectFeedGrowth } from './sync/feed-growth.ts'

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
      return await inOneTransaction(db, work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRYABLE_SQL_STATES.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** Runs `work` on one state of the database: every query of it sees what was committed when the first one began. */
export async function inSnapshot<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** Runs `work` in one transaction, once. Whose feed grew is announced after the commit. */
export async function inOneTransaction<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const { result, afterCommit } = await db
    .transaction()
    .execute(async (tx) => await collectFeedGrowth(db, tx, work))
  afterCommit()
  return result
}
