import { type Kysely, sql } from 'kysely'

/** Keys of requests of the public API are deleted after their time; they are found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index api_requests_at on api_requests (at)`.execute(db)
}
