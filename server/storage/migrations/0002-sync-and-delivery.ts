import { type Kysely, sql } from 'kysely'

/**
 * What sync and delivery turned out to need: answers kept letter for letter (`json` keeps the order of keys, `jsonb`
 * does not), aliases of records known under two ids, who wrote a draft last, and since when an outcome is unknown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operations alter column result type json using result::json;
    create table record_aliases (
      company_id uuid not null references companies, t text not null, from_id uuid not null, to_id uuid not null,
      primary key (company_id, t, from_id)
    );
    alter table invoices add column writer_device uuid, add column others_rev int not null default 0;
    alter table receipts add column unknown_since timestamptz, add column look_ups int not null default 0;
    create index receipts_day on receipts (identity_id, day);
    alter table fiscal_identities add column opening_gross bigint not null default 0,
      add column status_asked_at timestamptz;
  `.execute(db)
}
