import { type Kysely, sql } from 'kysely'

/** Receipts of a day are found by the key that has the company too: the older index only cost space. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index receipts_day`.execute(db)
}
