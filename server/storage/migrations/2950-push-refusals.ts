import { type Kysely, sql } from 'kysely'

/** Refusals of a device are counted apart from outages of the push service, which do not make the device a lost one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_registrations add column refusals int not null default 0`.execute(db)
}
