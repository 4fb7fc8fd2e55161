import { sql } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'

/**
 * Active identities with a day to close or a Z report to send: the latest report is older than `lastDay`, or an open
 * one is due.
 */
export async function listIdentitiesToClose(db: Db, now: Instant, lastDay: FiscalDay): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from fiscal_identities where state = 'active' and retired_at is null and (
      coalesce((select max(day) from z_reports where identity_id = fiscal_identities.id), '') < ${lastDay}
        and registered_day <= ${lastDay}
      or (select coalesce(next_attempt_at, ${now}) <= ${now} from z_reports
        where identity_id = fiscal_identities.id and delivery in ('waiting', 'unknown') order by day limit 1)
    )
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Identities whose status was last checked before `any`, or, while blocked, before `blocked`. */
export async function listIdentitiesForStatusCheck(
  db: Db,
  since: { readonly any: Instant; readonly blocked: Instant },
): Promise<string[]> {
  const rows = await db
    .selectFrom('fiscal_identities')
    .select('id')
    .where('retired_at', 'is', null)
    .where((where) =>
      where.or([
        where('status_asked_at', 'is', null),
        where('status_asked_at', '<', since.any),
        where.and([where('state', '=', 'blocked'), where('status_asked_at', '<', since.blocked)]),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}
