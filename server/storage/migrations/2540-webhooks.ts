import { type Kysely, sql } from 'kysely'

/** Addresses of a company's programs, how far each has read the feed, and every message to them with its attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id uuid primary key, company_id uuid not null references companies, url text not null, events text[] not null,
      secret text not null, previous_secret text, previous_until timestamptz,
      active boolean not null, stopped_by text not null default '' check (stopped_by in ('', 'person', 'gone', 'failing')),
      change_id bigint not null, since timestamptz not null, created_at timestamptz not null
    );
    create index webhooks_company on webhooks (company_id);
    create table webhook_deliveries (
      id uuid primary key, company_id uuid not null references companies,
      webhook_id uuid not null references webhooks on delete cascade,
      event_key text not null, type text not null, body text not null,
      state text not null check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0, next_attempt_at timestamptz not null,
      last_status integer, last_problem text not null default '', last_ms integer,
      created_at timestamptz not null, changed_at timestamptz not null,
      unique (webhook_id, event_key)
    );
    create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'waiting';
    create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc);
  `.execute(db)
}
