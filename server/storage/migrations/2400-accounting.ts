import { type Kysely, sql } from 'kysely'

/**
 * Connections to accounting services, their logins in progress, and what was booked for each invoice: one document with
 * its steps, each written down before it is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounting_connections (
      id uuid primary key, company_id uuid not null references companies, provider text not null,
      state text not null check (state in ('choosing', 'active', 'reconnect', 'disconnected')),
      organization_id text, organization_name text not null default '',
      offered jsonb not null default '[]',
      access_token text, refresh_token text, access_ends_at timestamptz,
      mapping jsonb, since text, collected_at timestamptz, paused_until timestamptz, sent_at timestamptz,
      changed_at timestamptz not null,
      unique (company_id, provider)
    );
    create unique index accounting_connections_organization on accounting_connections (provider, organization_id)
      where state in ('active', 'reconnect');
    create table accounting_logins (
      state_hash text primary key, company_id uuid not null references companies, user_id uuid not null,
      session_id text, provider text not null, verifier text not null, expires_at timestamptz not null
    );
    create table accounting_documents (
      connection_id uuid not null references accounting_connections, company_id uuid not null references companies,
      invoice_id uuid not null, seen_rev integer not null,
      state text not null check (state in ('waiting', 'done', 'attention', 'left-out', 'nothing')),
      problem text, detail text not null default '', number text not null default '',
      attempts integer not null default 0, unknown_since timestamptz,
      next_attempt_at timestamptz not null, claimed_by uuid, claimed_until timestamptz,
      changed_at timestamptz not null,
      primary key (connection_id, invoice_id)
    );
    create index accounting_documents_due on accounting_documents (connection_id, next_attempt_at)
      where state = 'waiting';
    create index accounting_documents_log on accounting_documents (connection_id, changed_at desc);
    create table accounting_steps (
      connection_id uuid not null, company_id uuid not null references companies, invoice_id uuid not null,
      step text not null, position integer not null,
      state text not null check (state in ('waiting', 'sending', 'unknown', 'done')),
      request_key text not null, instruction jsonb, their_id text, sent_at timestamptz,
      primary key (company_id, connection_id, invoice_id, step),
      foreign key (connection_id, invoice_id) references accounting_documents
    );
    create table accounting_contacts (
      connection_id uuid not null references accounting_connections, company_id uuid not null references companies,
      key text not null, their_id text not null,
      primary key (company_id, connection_id, key)
    );
  `.execute(db)
}
