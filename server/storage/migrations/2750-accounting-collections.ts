import { type Kysely, sql } from 'kysely'

/** Which collections an invoice was planned for in the books, and the index by which new ones are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounting_documents add column seen_collections integer not null default 0;
    create index collections_changed on collections (company_id, changed_at);
  `.execute(db)
}
