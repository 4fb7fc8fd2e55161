import { type Kysely, sql } from 'kysely'

/**
 * Invoices that people write in the books and that become drafts here, one row for each; what a connection reads and
 * compares; and the number under which we wrote an invoice, by which our own ones are distinguished from theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounting_connections
      add column attaches boolean not null default true,
      add column pull_from text, add column pulled_at timestamptz, add column next_pull_at timestamptz,
      add column compared_at timestamptz, add column comparison jsonb;
    create table accounting_inbox (
      connection_id uuid not null references accounting_connections, company_id uuid not null references companies,
      their_id text not null,
      state text not null
        check (state in ('waiting', 'draft', 'submitted', 'attention', 'left-out', 'ours', 'gone')),
      problem text, detail text not null default '',
      announced integer not null default 1, read integer not null default 0,
      invoice_id uuid, source jsonb, number text not null default '', customer text not null default '',
      total bigint not null default 0, attempts integer not null default 0,
      next_attempt_at timestamptz not null, claimed_by uuid, claimed_until timestamptz,
      changed_at timestamptz not null,
      primary key (company_id, connection_id, their_id)
    );
    create index accounting_inbox_due on accounting_inbox (connection_id, next_attempt_at) where announced > read;
    create index accounting_inbox_log on accounting_inbox (connection_id, changed_at desc);
    create unique index accounting_inbox_invoice on accounting_inbox (company_id, invoice_id)
      where invoice_id is not null;
    create index accounting_steps_number
      on accounting_steps (company_id, connection_id, (instruction #>> '{document,number}')) where step = 'invoice';
    create index accounting_steps_theirs on accounting_steps (company_id, connection_id, their_id)
      where their_id is not null;
  `.execute(db)
}
