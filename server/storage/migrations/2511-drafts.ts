import { type Kysely, sql } from 'kysely'

/** The drafts of a company, which a new phone fetches first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index invoices_drafts on invoices (company_id, changed_at desc) where status = 'draft'`.execute(
    db,
  )
}
