import { type Kysely, sql } from 'kysely'

/** What an owner lets an operator do beside selling; nothing set means everything. A change is known at once everywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column rights jsonb;
    create trigger users_rights after update of rights on users
      for each statement execute function announce_standing();
  `.execute(db)
}
