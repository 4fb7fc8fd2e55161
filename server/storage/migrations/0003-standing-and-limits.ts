import { type Kysely, sql } from 'kysely'

/**
 * Notifies every server process at once when a user loses (or regains) access, whichever process or person
 * changed it; and the counters of the rate limits, shared by all processes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_standing() returns trigger language plpgsql as $$
    begin
      perform pg_notify('risiti_standing', '');
      return null;
    end $$;
    create trigger users_standing
      after update of status, must_change_password, user_type, company_id, organization_id on users
      for each statement execute function announce_standing();
    create trigger companies_standing after update of active, organization_id on companies
      for each statement execute function announce_standing();
    create trigger organizations_standing after update of active on organizations
      for each statement execute function announce_standing();
    create trigger refresh_tokens_standing after update of revoked_at on refresh_tokens
      for each statement execute function announce_standing();
    create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
  `.execute(db)
}
