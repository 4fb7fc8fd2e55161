import { type Kysely, sql } from 'kysely'

/** When a number of a feature phone was last used. Of those that sell today it is not known: their time begins now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ussd_phones add column used_at timestamptz;
    update ussd_phones set used_at = now() where registered_at is not null and ended_at is null;
  `.execute(db)
}
