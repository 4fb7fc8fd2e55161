import { type Kysely, sql } from 'kysely'

/** Text messages to the people who sell by USSD. Each says what it is about; its words are written when it is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ussd_sms (
      id uuid primary key, company_id uuid not null references companies,
      kind text not null check (kind in ('issued', 'refused', 'pin-locked')),
      subject_id uuid not null, to_phone text not null, language text not null check (language in ('sw', 'en')),
      state text not null check (state in ('waiting', 'sent', 'unknown', 'failed')),
      attempts integer not null default 0, next_attempt_at timestamptz not null,
      provider_id text not null default '', reason text not null default '',
      created_at timestamptz not null,
      unique (company_id, kind, subject_id, to_phone)
    );
    create index ussd_sms_waiting on ussd_sms (next_attempt_at) where state = 'waiting';
  `.execute(db)
}
