import { type Kysely, sql } from 'kysely'

/** When the authority's page is to be asked for the receipt of an expense; null when there is nothing to ask. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table expenses add column look_up_at timestamptz, add column look_ups int not null default 0;
    create index expenses_look_up on expenses (look_up_at) where look_up_at is not null;
  `.execute(db)
}
