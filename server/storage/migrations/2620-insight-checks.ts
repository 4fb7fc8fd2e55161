import { type Kysely, sql } from 'kysely'

/** On which days the figures of a company were examined, and which finding its owners were notified of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table insight_checks (
      company_id uuid not null references companies, day text not null, finding_id text not null default '',
      primary key (company_id, day)
    );
  `.execute(db)
}
