import { type Kysely, sql } from 'kysely'

/** What the provider counted on each day: a request costs by its length. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ai_server_usage add column tokens bigint not null default 0`.execute(db)
}
