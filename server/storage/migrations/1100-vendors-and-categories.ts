import { type Kysely, sql } from 'kysely'

/**
 * Whom companies buy from, and what they call what they spend (spec §3). A tax number and a serial belong to one vendor,
 * a code to one category (spec §8).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vendors (
      company_id uuid not null references companies, id uuid not null, rev int not null, tax_number text not null,
      serial text not null, document jsonb not null, changed_at timestamptz not null, primary key (company_id, id)
    );
    create unique index vendors_tax_number on vendors (company_id, tax_number) where tax_number <> '';
    create unique index vendors_serial on vendors (company_id, serial) where serial <> '';
    create table expense_categories (
      company_id uuid not null references companies, id uuid not null, rev int not null, code text not null,
      document jsonb not null, changed_at timestamptz not null, primary key (company_id, id)
    );
    create unique index expense_categories_code on expense_categories (company_id, code);
  `.execute(db)
}
