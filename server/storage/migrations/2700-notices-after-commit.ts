import { type Kysely, sql } from 'kysely'

/**
 * The database no longer notifies of changes in the feed: the process that made them does it after the commit, because
 * a NOTIFY makes transactions commit one after the other. Whose access changed is rare and stays with the database; its
 * notice names the user or company, so that processes forget only that one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger companies_changes on companies;
    drop function announce_changes();
    drop trigger users_standing on users;
    drop trigger users_rights on users;
    drop trigger companies_standing on companies;
    drop trigger organizations_standing on organizations;
    drop trigger refresh_tokens_standing on refresh_tokens;
    drop function announce_standing();
    create function announce_access() returns trigger language plpgsql as $$
    begin
      perform pg_notify('risiti_standing', tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]));
      return null;
    end $$;
    create trigger users_access
      after update of status, must_change_password, user_type, company_id, organization_id, rights on users
      for each row when (
        (old.status, old.must_change_password, old.user_type, old.company_id, old.organization_id, old.rights)
        is distinct from
        (new.status, new.must_change_password, new.user_type, new.company_id, new.organization_id, new.rights)
      ) execute function announce_access('user', 'id');
    create trigger companies_access after update of active, organization_id on companies
      for each row when ((old.active, old.organization_id) is distinct from (new.active, new.organization_id))
      execute function announce_access('company', 'id');
    create trigger organizations_access after update of active on organizations
      for each row when (old.active is distinct from new.active)
      execute function announce_access('organization', 'id');
    create trigger refresh_tokens_access after update of revoked_at on refresh_tokens
      for each row when (old.revoked_at is distinct from new.revoked_at)
      execute function announce_access('user', 'user_id');
  `.execute(db)
}
