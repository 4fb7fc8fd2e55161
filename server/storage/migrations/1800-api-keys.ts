import { type Kysely, sql } from 'kysely'

/**
 * Keys of the public API: a client keeps its id over every rotation, its secrets are hashes. Requests hold the answer
 * of each idempotency key; references name an invoice by the number that the caller's own program gave it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_clients (
      id uuid primary key, company_id uuid not null references companies, user_id uuid not null references users,
      name text not null, mode text not null check (mode in ('test', 'live')), scopes text[] not null,
      created_at timestamptz not null, last_used_at timestamptz, revoked_at timestamptz
    );
    create index api_clients_company on api_clients (company_id);
    create table api_secrets (
      hash text primary key, company_id uuid not null references companies,
      client_id uuid not null references api_clients, hint text not null,
      created_at timestamptz not null, expires_at timestamptz
    );
    create index api_secrets_client on api_secrets (client_id);
    create table api_requests (
      company_id uuid not null references companies, client_id uuid not null references api_clients,
      key text not null, fingerprint text not null, status int, answer text, at timestamptz not null,
      primary key (client_id, key)
    );
    create table api_references (
      company_id uuid not null references companies, client_id uuid not null references api_clients,
      reference text not null, invoice_id uuid not null, primary key (client_id, reference)
    );
    create index api_references_invoice on api_references (company_id, invoice_id);
    create index invoices_changed on invoices (company_id, changed_at, id);
    create index customers_changed on customers (company_id, changed_at, id);
    create index products_changed on products (company_id, changed_at, id);
  `.execute(db)
}
