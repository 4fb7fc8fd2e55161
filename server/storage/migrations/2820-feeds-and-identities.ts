import { type Kysely, sql } from 'kysely'

/**
 * The position of each company's feed, and the company of each device identity, under names of their own. Here they are
 * views of `companies` and `fiscal_identities`: a process of the release before writes those, and both see the same. On
 * several machines `deploy/citus/distribute.sql` makes tables of them; until then their rows come by themselves, so an
 * insert does nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view company_feeds as
      select id as company_id, change_seq, tombstones_gone_to, feed_epoch from companies;
    create rule company_feeds_exist as on insert to company_feeds do instead nothing;
    create view identity_companies as select id as identity_id, company_id from fiscal_identities;
    create rule identity_companies_exist as on insert to identity_companies do instead nothing;
  `.execute(db)
}
