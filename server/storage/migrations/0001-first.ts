import { type Kysely, sql } from 'kysely'

/**
 * The first schema. Records of a tenant carry `company_id` in their key; documents are JSON as they travel, with
 * the columns beside them that are searched, locked or kept unique.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_state (
      id int primary key check (id = 1), epoch uuid not null, demo_seeded_at timestamptz
    );
    create table organizations (
      id uuid primary key, name text not null, owner_name text not null, owner_phone text not null,
      owner_email text not null, active boolean not null default true
    );
    create table companies (
      id uuid primary key, organization_id uuid not null references organizations, name text not null,
      tin text not null unique, vrn text not null, address text not null, phone text not null, email text not null,
      active boolean not null default true, blocked_by_tra boolean not null default false,
      blocked_reason text not null default '', settings jsonb not null default '{}',
      change_seq bigint not null default 0, rev int not null default 1
    );
    create table users (
      id uuid primary key, username text not null, email text not null, first_name text not null,
      last_name text not null, mobile text not null, user_type text not null,
      company_id uuid references companies, organization_id uuid references organizations,
      status text not null, language text not null, password_hash text not null,
      must_change_password boolean not null default false, created_at timestamptz not null
    );
    create unique index users_username on users (lower(username));
    create unique index users_email on users (lower(email));
    create table refresh_tokens (
      token_hash text primary key, family_id uuid not null, user_id uuid not null references users,
      device_id uuid not null, created_at timestamptz not null, expires_at timestamptz not null,
      used_at timestamptz, revoked_at timestamptz
    );
    create index refresh_tokens_family on refresh_tokens (family_id);
    create index refresh_tokens_user on refresh_tokens (user_id);
    create table delivery_grants (
      id uuid primary key, user_id uuid not null references users, company_id uuid not null references companies,
      device_id uuid not null, public_key jsonb not null, issued_at timestamptz not null,
      until timestamptz not null, ended_at timestamptz
    );
    create index delivery_grants_user on delivery_grants (user_id);
    create table device_epochs (
      company_id uuid not null references companies, device_id uuid not null, epoch uuid not null,
      user_id uuid not null, contiguous_seq bigint not null, highest_seq bigint not null,
      primary key (company_id, device_id, epoch, user_id)
    );
    create table operations (
      company_id uuid not null references companies, op_id uuid not null, user_id uuid not null,
      device_id uuid not null, epoch uuid not null, device_seq bigint not null, type text not null,
      version int not null, body_hash text not null, result jsonb not null, change_id bigint,
      executed_at timestamptz not null, primary key (company_id, op_id)
    );
    create index operations_device on operations (company_id, device_id, epoch, device_seq);
    create table customers (
      company_id uuid not null references companies, id uuid not null, rev int not null,
      identification_number text not null, vat_registration_number text not null, document jsonb not null,
      changed_at timestamptz not null, primary key (company_id, id)
    );
    create unique index customers_identification on customers (company_id, identification_number)
      where identification_number <> '';
    create unique index customers_vrn on customers (company_id, vat_registration_number)
      where vat_registration_number <> '';
    create table products (
      company_id uuid not null references companies, id uuid not null, rev int not null,
      document jsonb not null, changed_at timestamptz not null, primary key (company_id, id)
    );
    create table invoices (
      company_id uuid not null references companies, id uuid not null, rev int not null, status text not null,
      sale_at timestamptz not null, operator_id uuid not null, document jsonb not null,
      changed_at timestamptz not null, primary key (company_id, id)
    );
    create index invoices_sale on invoices (company_id, sale_at desc);
    create table fiscal_identities (
      id uuid primary key, company_id uuid not null unique references companies, base_url text not null,
      verify_url text not null, simulated boolean not null, tin text not null, cert_key text not null,
      cert_serial_header text not null, sealed_private_key text not null, registration jsonb not null,
      sealed_password text not null, registered_day text not null, state text not null,
      state_reason text not null default '', next_gc bigint not null, counter_day text,
      counter_dc int not null default 0, last_issued_at timestamptz, fence bigint not null default 0,
      last_contact_at timestamptz
    );
    create table receipts (
      company_id uuid not null, invoice_id uuid not null, identity_id uuid not null references fiscal_identities,
      gc bigint not null, dc int not null, day text not null, time text not null, rctvnum text not null,
      total bigint not null, receipt jsonb not null, signed_bytes text not null, delivery text not null,
      ack_code text, ack_message text, attempts int not null default 0, first_sent_at timestamptz,
      next_attempt_at timestamptz, acknowledged_at timestamptz, verified_at timestamptz,
      issued_at timestamptz not null,
      primary key (company_id, invoice_id), unique (identity_id, gc), unique (identity_id, day, dc),
      foreign key (company_id, invoice_id) references invoices (company_id, id)
    );
    create index receipts_open on receipts (identity_id, gc)
      where delivery in ('numbered', 'sending', 'unknown', 'missing', 'rejected');
    create index receipts_unverified on receipts (identity_id, acknowledged_at) where delivery = 'acknowledged';
    create table delivery_log (
      id bigint generated always as identity primary key, company_id uuid not null, identity_id uuid not null,
      subject text not null, at timestamptz not null, kind text not null, http_status int, ack_code text,
      ack_message text, bytes_sha256 text not null, replaced_bytes text, took_ms int not null
    );
    create index delivery_log_subject on delivery_log (identity_id, subject);
    create table z_reports (
      company_id uuid not null, identity_id uuid not null references fiscal_identities, day text not null,
      report jsonb not null, signed_bytes text not null, delivery text not null, ack_code text, ack_message text,
      attempts int not null default 0, next_attempt_at timestamptz, acknowledged_at timestamptz,
      primary key (identity_id, day)
    );
    create table aggregates (
      company_id uuid not null references companies, kind text not null, period text not null, key text not null,
      rev int not null, figures jsonb not null, primary key (company_id, kind, period, key)
    );
    create table changes (
      company_id uuid not null references companies, t text not null, row_id text not null,
      change_id bigint not null, deleted boolean not null default false, primary key (company_id, t, row_id)
    );
    create unique index changes_order on changes (company_id, change_id);
    create table audit (
      id bigint generated always as identity primary key, company_id uuid, user_id uuid, at timestamptz not null,
      action text not null, subject text not null, detail jsonb not null
    );
    create index audit_company on audit (company_id, at);
    create table mails (
      id uuid primary key, company_id uuid, to_address text not null, subject text not null, text text not null,
      created_at timestamptz not null, sent_at timestamptz, error text
    );
  `.execute(db)
}
