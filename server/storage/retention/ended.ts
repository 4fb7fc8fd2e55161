import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { PLACEMENT } from '../placement.ts'
import type { Db } from '../schema.ts'

/** Tables from which what has ended is deleted after a time. */
export type EndingTable =
  | 'delivery_grants'
  | 'push_registrations'
  | 'refresh_tokens'
  | 'password_resets'
  | 'email_changes'
  | 'notifications'
  | 'files'
  | 'api_requests'
  | 'ussd_sms'

type Ending = {
  /** When a row ended. */
  readonly at: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  /** Which rows end at all. */
  readonly where?: RawBuilder<unknown>
}

const ENDED: Readonly<Record<EndingTable, Ending>> = {
  delivery_grants: { at: sql`least(ended_at, until)`, key: sql`id` },
  push_registrations: { at: sql`ended_at`, key: sql`id` },
  refresh_tokens: { at: sql`expires_at`, key: sql`token_hash` },
  password_resets: { at: sql`expires_at`, key: sql`id` },
  email_changes: { at: sql`expires_at`, key: sql`user_id` },
  notifications: { at: sql`at`, key: sql`company_id, change_id, event, subject` },
  files: { at: sql`begun_at`, key: sql`company_id, sha256`, where: sql`whole_at is null` },
  api_requests: { at: sql`at`, key: sql`company_id, client_id, key` },
  ussd_sms: { at: sql`created_at`, key: sql`company_id, id` },
}

/** Deletes at most `limit` rows of a table that ended before a moment. Returns how many went. */
export async function deleteEnded(
  db: Db,
  table: EndingTable,
  before: Instant,
  limit: number,
): Promise<number> {
  const { at, key, where = sql`true` } = ENDED[table]
  // Spread over machines, rows are not locked by a query over several companies: there the conditions are asked again.
  const lock = PLACEMENT[table] === 'on the coordinator' ? sql`for update skip locked` : sql``
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where ${at} < ${before} and ${where} limit ${limit} ${lock}
    ) and ${at} < ${before} and ${where}
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
