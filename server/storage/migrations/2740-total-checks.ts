import { type Kysely, sql } from 'kysely'

/** When the stored totals of each month were last compared with the invoices, and what was last corrected in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table total_checks (
      company_id uuid not null references companies, month text not null, started_at timestamptz not null,
      checked_at timestamptz, corrected_at timestamptz, corrections jsonb not null,
      primary key (company_id, month)
    );
    create index total_checks_started on total_checks (company_id, started_at);
  `.execute(db)
}
