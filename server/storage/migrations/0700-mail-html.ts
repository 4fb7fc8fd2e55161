import { type Kysely, sql } from 'kysely'

/** How a mail of the embedded mailbox looks; null for one in plain text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column html text`.execute(db)
}
