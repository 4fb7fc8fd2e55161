import type { Db } from './schema.ts'

/** The server's epoch (a restored backup opens a new one) and when demo data was seeded (instant or `null`). */
export async function getServerState(db: Db): Promise<{ epoch: string; demoSeededAt: string | null }> {
  const row = await db
    .selectFrom('server_state')
    .select(['epoch', 'demo_seeded_at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { epoch: row.epoch, demoSeededAt: row.demo_seeded_at }
}

/** Notes that the demo data is complete. */
export async function updateDemoSeeded(db: Db, at: string): Promise<void> {
  await db.updateTable('server_state').set({ demo_seeded_at: at }).where('id', '=', 1).execute()
}

/**
 * Opens a new epoch: every cursor given out before becomes invalid, also those of a company's own feed. The
 * next start stores again which database it runs on.
 */
export async function updateEpoch(db: Db, epoch: string): Promise<void> {
  await db
    .updateTable('server_state')
    .set({ epoch, database_identity: null })
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('company_feeds')
    .set({ feed_epoch: null })
    .where('feed_epoch', 'is not', null)
    .execute()
}

/** The database that was served last, `null` when that is not known. Others wait until this transaction ends. */
export async function lockDatabaseIdentity(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('server_state')
    .select('database_identity')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.database_identity
}

export async function updateDatabaseIdentity(db: Db, identity: string): Promise<void> {
  await db
    .updateTable('server_state')
    .set({ database_identity: identity })
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
}
