import { type Kysely, sql } from 'kysely'

/** Lists of accounts: a text to search in, and indexes in the order of the lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column search_text text generated always as
      (lower(first_name || ' ' || last_name || ' ' || username || ' ' || email || ' ' || mobile)) stored;
    create index users_company on users (company_id, lower(first_name || ' ' || last_name), id);
    create index users_name on users (lower(first_name || ' ' || last_name), id);
  `.execute(db)
}
