import { type Kysely, sql } from 'kysely'

/** What companies paid to the provider. A payment is never changed; one entered by mistake is canceled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription_payments (
      id uuid primary key, company_id uuid not null references companies, day text not null,
      years integer not null, installation boolean not null, amount bigint not null, type text not null,
      reference text not null, receipt_number text not null,
      canceled boolean not null default false, recorded_by uuid not null, recorded_at timestamptz not null
    );
    create index subscription_payments_company on subscription_payments (company_id, day desc);
  `.execute(db)
}
