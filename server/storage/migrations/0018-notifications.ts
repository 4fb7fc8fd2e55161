import { type Kysely, sql } from 'kysely'

/**
 * Notifications while the app is not open: what they say, which devices they go to, which ones each person
 * wants, and the server's own key for Web Push. A notification has the number of the change it is about, so
 * that it is read in the order of the feed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      company_id uuid not null references companies, change_id bigint not null, event text not null,
      subject text not null, label text not null, operator_id uuid, at timestamptz not null,
      primary key (company_id, change_id, event, subject)
    );
    create table push_registrations (
      id uuid primary key, company_id uuid not null references companies, user_id uuid not null references users,
      device_id uuid not null, account text not null, address_hash text not null, sealed_address text not null,
      registered_at timestamptz not null, pushed_up_to bigint not null, attempts int not null default 0,
      next_attempt_at timestamptz, ended_at timestamptz, ended_reason text
    );
    create unique index push_registrations_device on push_registrations (user_id, device_id) where ended_at is null;
    create unique index push_registrations_address on push_registrations (address_hash) where ended_at is null;
    create index push_registrations_company on push_registrations (company_id) where ended_at is null;
    create table notification_choices (
      company_id uuid not null references companies, user_id uuid not null references users, chosen jsonb not null,
      primary key (company_id, user_id)
    );
    create table web_push_keys (
      id int primary key check (id = 1), public_key text not null, sealed_private_key text not null,
      made_at timestamptz not null
    );
  `.execute(db)
}
