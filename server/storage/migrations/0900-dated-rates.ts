import { type Kysely, sql } from 'kysely'

/**
 * Tax rates as dated data: those of the law, of all companies, entered before they come into force; and the rates that
 * the authority named for a device at each registration, so that a renewed one does not change what was sold before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table law_rates (
      tax_type text not null, valid_from text not null, rate int not null check (rate between 0 and 10000),
      planned_by uuid, planned_at timestamptz not null, primary key (tax_type, valid_from)
    );
    alter table fiscal_identities add column tax_code_history jsonb not null default '[]';
  `.execute(db)
}
