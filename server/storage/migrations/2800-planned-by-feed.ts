import { type Kysely, sql } from 'kysely'

/**
 * How far each connection has looked is a number of the feed: with a moment, what a server wrote whose clock was behind
 * was never looked at. Empty: every connection looks once more from the beginning, and plans nothing twice. The moment
 * stays for processes of the release before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounting_connections add column planned_up_to bigint`.execute(db)
}
