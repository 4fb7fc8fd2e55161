import { type Kysely, sql } from 'kysely'

/** Who wrote an operation, on which device, when it came by another phone; both empty for one's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operations add column written_by uuid, add column written_on uuid;
  `.execute(db)
}
