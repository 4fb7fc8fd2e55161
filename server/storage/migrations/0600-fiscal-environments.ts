import { type Kysely, sql } from 'kysely'

/**
 * Three environments of the authority instead of two, an identity that is replaced by the next one of its
 * company, and under which certificate each document was signed: it is sent with that one, even if the device
 * has another by then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fiscal_identities add column environment text, add column retired_at timestamptz;
    update fiscal_identities set environment = case
      when simulated then 'simulator'
      when base_url ~* '^https://vfd\.tra\.go\.tz(:443)?(/|$)' then 'live'
      else 'test' end;
    alter table fiscal_identities alter column environment set not null, drop column simulated,
      add constraint fiscal_identities_environment check (environment in ('simulator', 'test', 'live')),
      drop constraint fiscal_identities_company_id_key;
    create unique index fiscal_identities_company on fiscal_identities (company_id) where retired_at is null;
    alter table receipts add column cert_serial_header text;
    update receipts set cert_serial_header = identity.cert_serial_header
      from fiscal_identities identity where identity.id = receipts.identity_id;
    alter table receipts alter column cert_serial_header set not null;
    alter table z_reports add column cert_serial_header text;
    update z_reports set cert_serial_header = identity.cert_serial_header
      from fiscal_identities identity where identity.id = z_reports.identity_id;
    alter table z_reports alter column cert_serial_header set not null;
  `.execute(db)
}
