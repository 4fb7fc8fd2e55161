import { type Kysely, sql } from 'kysely'

/** What people wrote to the provider, and who wants to be registered, until a company is made of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_messages (
      id uuid primary key, full_name text not null, email text not null, phone text not null, message text not null,
      created_at timestamptz not null, mailed_at timestamptz
    );
    create table potential_clients (
      id uuid primary key, full_name text not null, email text not null, phone text not null,
      company_name text not null, tin text not null, promo_code text not null,
      status text not null default 'new' check (status in ('new', 'contacted', 'converted', 'declined')),
      note text not null default '', created_at timestamptz not null, created_by uuid references users,
      changed_at timestamptz not null, converted_to uuid references companies
    );
    create index potential_clients_status on potential_clients (status, created_at desc);
    create index potential_clients_email on potential_clients (lower(email));
  `.execute(db)
}
