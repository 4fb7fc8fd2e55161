import { type Kysely, sql } from 'kysely'

/** Messages to the provider that its mail server refused for good: when, and at which address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_messages add column refused_at timestamptz, add column refused_to text`.execute(
    db,
  )
}
