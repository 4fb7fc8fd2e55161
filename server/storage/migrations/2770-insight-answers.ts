import { type Kysely, sql } from 'kysely'

/** What a person said about findings; an answer that was taken back stays as one without a choice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table insight_answers (
      company_id uuid not null references companies, user_id uuid not null, finding_id text not null,
      rule text not null, answer text, at timestamptz not null, primary key (company_id, user_id, finding_id)
    );
  `.execute(db)
}
