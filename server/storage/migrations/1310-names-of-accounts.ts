import { type Kysely, sql } from 'kysely'

/**
 * The name that lists of accounts are ordered by, as a column: an index that has it finds a page in the middle of a long
 * list without reading the rows before it. Compared byte by byte, which is several times as fast.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index users_name;
    drop index users_company;
    alter table users add column sort_name text collate "C" generated always as
      (lower(first_name || ' ' || last_name)) stored;
    create index users_name on users (sort_name, id);
    create index users_company on users (company_id, sort_name, id);
  `.execute(db)
}
