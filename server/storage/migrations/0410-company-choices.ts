import { type Kysely, sql } from 'kysely'

/** What the owner of a company decides about receipts and payments; only what differs from the defaults. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column choices jsonb not null default '{}'`.execute(db)
}
