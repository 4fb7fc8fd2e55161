import { type Kysely, sql } from 'kysely'

/** Tokens that ended are deleted after their time; they are found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index refresh_tokens_end on refresh_tokens (expires_at)`.execute(db)
}
