import { type Kysely, sql } from 'kysely'

/** The key with which the device of a session signs, to distinguish a lost answer from a stolen token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refresh_tokens add column public_key jsonb;
    update refresh_tokens as token set public_key = (
      select public_key from delivery_grants as given
      where given.user_id = token.user_id and given.device_id = token.device_id
      order by issued_at desc limit 1
    );
  `.execute(db)
}
