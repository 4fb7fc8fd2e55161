import { type Kysely, sql } from 'kysely'

/**
 * Money that was collected before collections went into the books is older than the moment up to which each connection
 * has looked: they look once more from the beginning. What is planned already is not planned again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update accounting_connections set collected_at = null`.execute(db)
}
