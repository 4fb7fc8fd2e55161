import { type Kysely, sql } from 'kysely'

/**
 * E-mails of invoices that customers are to get: what is open, when it is tried next, and its outcome. Mail
 * of the embedded mailbox keeps its attachment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoice_mails (
      company_id uuid not null references companies, id uuid not null, invoice_id uuid not null,
      to_address text not null, language text not null, state text not null, attempts int not null default 0,
      next_attempt_at timestamptz, created_at timestamptz not null, settled_at timestamptz,
      reason text not null default '', primary key (company_id, id),
      foreign key (company_id, invoice_id) references invoices (company_id, id)
    );
    create index invoice_mails_due on invoice_mails (next_attempt_at) where state = 'queued';
    alter table mails add column attachment bytea, add column attachment_name text;
  `.execute(db)
}
