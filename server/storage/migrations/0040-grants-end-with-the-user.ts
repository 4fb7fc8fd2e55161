import { type Kysely, sql } from 'kysely'

/**
 * A user who is disabled or blocked loses the delivery grants of all their devices, whoever did it and by whatever
 * way: enabled again, they log in anew before anything goes out in their name. What waits on their phones stays there.
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
