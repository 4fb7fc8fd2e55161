import { type Kysely, sql } from 'kysely'

/** Money received later for invoices that were sold on credit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table collections (
      company_id uuid not null references companies, id uuid not null, rev int not null, invoice_id uuid not null,
      document jsonb not null, changed_at timestamptz not null, primary key (company_id, id)
    );
    create index collections_invoice on collections (company_id, invoice_id);
  `.execute(db)
}
