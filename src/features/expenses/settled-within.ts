import type { AccountDatabase } from '#data/account-database.ts'

/**
 * Resolves when all reads for a screen that is about to open have ended, or after `ms` milliseconds: a storage that answers
 * later must not hold the screen that says so. Never rejects, since the screen shows what failed.
 */
export async function settledWithin(
  db: AccountDatabase,
  ms: number,
  reads: readonly Promise<unknown>[],
): Promise<void> {
  const over = new AbortController()
  await Promise.race([Promise.allSettled(reads), db.ports.wait(ms, over.signal)])
  over.abort()
}
