import { sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'

/**
 * Identities whose status was last checked before `any`, or, while blocked, before `blocked`, those first that wait
 * longest, at most `limit`, without those that were just asked.
 */
export async function listIdentitiesForStatusCheck(
  db: Db,
  since: { readonly any: Instant; readonly blocked: Instant },
  justAsked: readonly string[],
  limit: number,
): Promise<string[]> {
  // One look-up in an index for each reason: together in one condition they would read every identity.
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select id, null as asked from fiscal_identities where retired_at is null and status_asked_at is null
        and id <> all(${[...justAsked]}::uuid[]) limit ${limit})
      union
      (select id, status_asked_at from fiscal_identities where retired_at is null and status_asked_at < ${since.any}
        and id <> all(${[...justAsked]}::uuid[]) order by status_asked_at limit ${limit})
      union
      (select id, status_asked_at from fiscal_identities where retired_at is null and state = 'blocked'
        and status_asked_at < ${since.blocked}
        and id <> all(${[...justAsked]}::uuid[]) order by status_asked_at limit ${limit})
    ) as due limit ${limit}
  `.execute(db)
  return rows.map((row) => row.id)
}
