import { type Kysely, sql } from 'kysely'

/**
 * Certificates of companies: one waits to be used, one is in use, the others were replaced. Key sealed, file and
 * password not kept. `warned_days`: the last warning given before its end, so that none is given twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table certificates (
      id uuid primary key, company_id uuid not null references companies, cert_key text not null,
      serial_hex text not null, sealed_private_key text not null, not_after timestamptz not null, state text not null
        check (state in ('waiting', 'in_use', 'replaced')),
      uploaded_at timestamptz not null, uploaded_by uuid, warned_days int
    );
    create unique index certificates_waiting on certificates (company_id) where state = 'waiting';
    create unique index certificates_in_use on certificates (company_id) where state = 'in_use';
    create index certificates_end on certificates (not_after) where state = 'in_use';
  `.execute(db)
}
