import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../ports/system.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { isLockTimeout } from './sql-errors.ts'

/** How a migration waits for tables that long statements of other connections hold. */
type LockWaits = {
  /** How long one attempt waits for a lock. Every later statement on that table waits behind it for as long. */
  readonly lockLimitMs: number
  readonly attempts: number
  /** Between two attempts the statements that waited behind the migration run. */
  readonly pauseMs: number
  readonly wait: (ms: number) => Promise<unknown>
}

/** Together less than the minute that a rolling restart waits for a process. */
const LOCK_WAITS: LockWaits = { lockLimitMs: 5_000, attempts: 6, pauseMs: 3_000, wait: pause }

/**
 * Migrates on connections of its own, where a statement may take as long as it needs. A table that another connection holds
 * is asked for again and again; throws what to do about it after the last attempt. Each attempt is one transaction:
 * nothing of one that failed stays.
 */
export async function migrateAt(
  connectionString: string,
  log: Log,
  newId: () => string,
  waits: LockWaits = LOCK_WAITS,
): Promise<void> {
  const { lockLimitMs, attempts, pauseMs, wait } = waits
  const database = openDatabase({ connectionString, log, poolSize: 2, queryLimitMs: 0, lockLimitMs })
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await migrate(database.db, newId)
        return
      } catch (error) {
        const blocked = error instanceof Error && isLockTimeout(error.cause)
        if (!blocked) throw error
        log({ event: 'migration-blocked', attempt, attempts, lockLimitMs })
        if (attempt >= attempts) throw new Error(blockedSentence(attempts), { cause: error })
      }
      await wait(pauseMs)
    }
  } finally {
    await database.close()
  }
}

function blockedSentence(attempts: number): string {
  return `Another program holds a table that has to be changed: ${attempts} attempts waited for it. End its long query or transaction (pg_stat_activity names it), then start again: nothing was changed`
}
