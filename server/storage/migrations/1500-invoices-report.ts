import { type Kysely, sql } from 'kysely'

/** The report over the invoices of several companies: by the day of the receipt, and refunds by their own day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invoices
      add column issued_day text generated always as (document -> 'receipt' ->> 'issuedDay') stored;
    create index invoices_issued on invoices (company_id, issued_day desc, id) where issued_day is not null;
    create index invoices_credited on invoices (company_id) where document -> 'creditNotes' is not null;
  `.execute(db)
}
