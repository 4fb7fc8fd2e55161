import { type Kysely, sql } from 'kysely'

/**
 * A company whose data was found to have gone back begins a feed of its own: cursors from before are void. And which
 * database this is, so that another one under the same name is noticed at the start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies add column feed_epoch uuid;
    alter table server_state add column database_identity text;
  `.execute(db)
}
