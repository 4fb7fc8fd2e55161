import { type Kysely, sql } from 'kysely'

/** Numbers of feature phones that sell for an operator, and the sessions they dial. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ussd_phones (
      id uuid primary key, company_id uuid not null references companies, user_id uuid not null references users,
      phone text not null, pin_hash text not null, language text not null check (language in ('sw', 'en')),
      pin_tries integer not null, code_hash text, code_ends_at timestamptz,
      created_at timestamptz not null, registered_at timestamptz, ended_at timestamptz
    );
    create unique index ussd_phones_registered on ussd_phones (phone)
      where registered_at is not null and ended_at is null;
    create index ussd_phones_number on ussd_phones (phone) where ended_at is null;
    create index ussd_phones_user on ussd_phones (company_id, user_id);
    create table ussd_sessions (
      key text primary key, phone_id uuid references ussd_phones,
      dialed text not null, reply text, state jsonb, changed_at timestamptz not null
    );
    create index ussd_sessions_phone on ussd_sessions (phone_id);
    create index ussd_sessions_changed on ussd_sessions (changed_at);
  `.execute(db)
}
