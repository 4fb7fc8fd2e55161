import { type Kysely, sql } from 'kysely'

/** The company's own series of credit notes: a counter apart from every fiscal one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_note_counters (
      company_id uuid primary key references companies, next_number int not null
    );
  `.execute(db)
}
