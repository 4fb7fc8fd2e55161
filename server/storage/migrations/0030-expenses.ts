import { type Kysely, sql } from 'kysely'

/** What companies spend. A receipt is registered once; a canceled expense gives its code free. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table expenses (
      company_id uuid not null references companies, id uuid not null, rev int not null, status text not null,
      receipt_code text not null, document jsonb not null, changed_at timestamptz not null,
      primary key (company_id, id)
    );
    create unique index expenses_receipt_code on expenses (company_id, receipt_code) where status <> 'canceled';
  `.execute(db)
}
