import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'

/** Tables from which what has ended is deleted after a time. */
export type EndingTable =
  | 'delivery_grants'
  | 'push_registrations'
  | 'refresh_tokens'
  | 'password_resets'
  | 'email_changes'

/** When a row of each ended, and its key. */
const ENDED: Readonly<Record<EndingTable, { readonly at: RawBuilder<unknown>; readonly key: string }>> = {
  delivery_grants: { at: sql`least(ended_at, until)`, key: 'id' },
  push_registrations: { at: sql`ended_at`, key: 'id' },
  refresh_tokens: { at: sql`expires_at`, key: 'token_hash' },
  password_resets: { at: sql`expires_at`, key: 'id' },
  email_changes: { at: sql`expires_at`, key: 'user_id' },
}

/** Deletes at most `limit` rows of a table that ended before a moment. Returns how many went. */
export async function deleteEnded(
  db: Db,
  table: EndingTable,
  before: Instant,
  limit: number,
): Promise<number> {
  const { at, key } = ENDED[table]
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${at} < ${before} limit ${limit} for update skip locked
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
