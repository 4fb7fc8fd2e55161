import { type Kysely, sql } from 'kysely'

/** How many operations of a phone's epoch will never come, and since when that is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table device_epochs add column lost_count int not null default 0, add column lost_noticed_at timestamptz;
  `.execute(db)
}
