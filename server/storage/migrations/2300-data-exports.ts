import { type Kysely, sql } from 'kysely'

/** Exports of all data of a company, with the pieces of their ZIP files, which expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_exports (
      id uuid primary key, company_id uuid not null references companies, user_id uuid not null references users,
      status text not null check (status in ('queued', 'running', 'done', 'failed')),
      attempt integer not null default 0, done integer not null default 0, total integer not null default 0,
      size bigint not null default 0, link_hash text, link_until timestamptz,
      created_at timestamptz not null, changed_at timestamptz not null, expires_at timestamptz not null
    );
    create index data_exports_company on data_exports (company_id, user_id, created_at desc);
    create index data_exports_expiry on data_exports (expires_at);
    create table data_export_pieces (
      company_id uuid not null references companies, export_id uuid not null references data_exports on delete cascade,
      attempt integer not null, number integer not null, bytes bytea not null,
      primary key (company_id, export_id, attempt, number)
    );
    alter table data_export_pieces alter column bytes set storage external;
  `.execute(db)
}
