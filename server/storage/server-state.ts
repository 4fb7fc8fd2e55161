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

/** Opens a new epoch: every cursor that was given out before is void. */
export async function updateEpoch(db: Db, epoch: string): Promise<void> {
  await db.updateTable('server_state').set({ epoch }).where('id', '=', 1).executeTakeFirstOrThrow()
}
