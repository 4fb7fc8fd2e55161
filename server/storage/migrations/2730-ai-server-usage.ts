import { type Kysely, sql } from 'kysely'

/** How often all companies of this server together asked the provider of wording on a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ai_server_usage (day text primary key, used integer not null)`.execute(db)
}
