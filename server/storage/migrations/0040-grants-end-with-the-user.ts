import { type Kysely, sql } from 'kysely'

/**
 * A user who is disabled or blocked loses the delivery grants of all their devices, independent of who did it
 * and how. Once enabled again, they sign in again before anything is sent in their name. Entries that wait on
 * their phones stay there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_grants_of_user() returns trigger language plpgsql as $$
    begin
      update delivery_grants set ended_at = now() where user_id = new.id and ended_at is null;
      return null;
    end $$;
    create trigger users_grants after update of status on users
      for each row when (old.status = 'active' and new.status <> 'active')
      execute function end_grants_of_user();
  `.execute(db)
}
