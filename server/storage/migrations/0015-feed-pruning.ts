import { type Kysely, sql } from 'kysely'

/**
 * Makes it possible to delete tombstones and answers of old operations: the position of each company's feed
 * on a day, and up to which change its tombstones are deleted, so that a phone with an older cursor starts
 * over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies add column tombstones_gone_to bigint not null default 0;
    create table feed_marks (
      company_id uuid not null references companies, day text not null, change_id bigint not null,
      primary key (company_id, day)
    );
    create index changes_tombstones on changes (company_id, change_id) where deleted;
    create index operations_executed on operations (company_id, executed_at);
  `.execute(db)
}
