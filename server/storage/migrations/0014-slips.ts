import { type Kysely, sql } from 'kysely'

/** Public pages of invoices: which one a link leads to. The first that brings a token keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table slips (
      token text primary key, company_id uuid not null, invoice_id uuid not null,
      foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
    );
    create index slips_invoice on slips (company_id, invoice_id);
  `.execute(db)
}
