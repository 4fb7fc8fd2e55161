import { type Kysely, sql } from 'kysely'

/** When a number of a phone's epoch came with two different operations: the phone was copied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_epochs add column forked_at timestamptz`.execute(db)
}
