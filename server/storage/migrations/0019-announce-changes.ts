import { type Kysely, sql } from 'kysely'

/**
 * Notifies every server process which company's feed has grown, once the change is committed, so that open
 * pages fetch it. Equal notifications of one transaction are one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_changes() returns trigger language plpgsql as $$
    begin
      perform pg_notify('risiti_changes', new.id::text);
      return null;
    end $$;
    create trigger companies_changes after update of change_seq on companies
      for each row execute function announce_changes();
  `.execute(db)
}
