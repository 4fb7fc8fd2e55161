import { type Kysely, sql } from 'kysely'

/**
 * Settled messages of webhooks were deleted after 30 days, and with them what had been announced: an address that is on
 * begins behind what is gone. One that is off has read nothing since, and keeps its beginning.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update webhooks set since = greatest(since, now() - interval '30 days') where active`.execute(db)
}
