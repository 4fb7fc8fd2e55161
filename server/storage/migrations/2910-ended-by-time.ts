import { type Kysely, sql } from 'kysely'

/** What is deleted after its time is found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index notifications_at on notifications (at);
    create index files_unfinished on files (begun_at) where whole_at is null;
  `.execute(db)
}
