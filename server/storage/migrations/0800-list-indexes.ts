import { type Kysely, sql } from 'kysely'

/** Long lists of accounts: the newest first, and those of an organization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_entrance on users (created_at desc, id desc);
    create index users_organization on users (organization_id) where organization_id is not null;
  `.execute(db)
}
