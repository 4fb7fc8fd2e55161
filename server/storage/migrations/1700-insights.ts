import { type Kysely, sql } from 'kysely'

/** Consent to wording by AI (only ever added to), how often a company asked on a day, and the tasks with their results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ai_consents (
      id uuid primary key, company_id uuid not null references companies, user_id uuid not null references users,
      at timestamptz not null, choice text not null check (choice in ('granted', 'declined')),
      language text not null, text_version text not null, text_hash text not null,
      provider text not null, country text not null
    );
    create index ai_consents_latest on ai_consents (company_id, user_id, at desc);
    create table ai_usage (
      company_id uuid not null references companies, day text not null, used integer not null,
      primary key (company_id, day)
    );
    create table insight_tasks (
      id uuid primary key, company_id uuid not null references companies, user_id uuid not null references users,
      key text not null, status text not null check (status in ('queued', 'running', 'done', 'failed')),
      failure text, result jsonb, day text not null,
      created_at timestamptz not null, changed_at timestamptz not null
    );
    create unique index insight_tasks_key on insight_tasks (company_id, key) where status <> 'failed';
    create index insight_tasks_user on insight_tasks (company_id, user_id);
  `.execute(db)
}
