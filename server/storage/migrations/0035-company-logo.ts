import { type Kysely, sql } from 'kysely'

/** The seller's picture on receipts: a few kilobytes of dots, checked before they are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column logo jsonb`.execute(db)
}
