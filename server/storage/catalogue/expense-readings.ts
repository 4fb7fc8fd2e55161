import { sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Has the files of an expense read at a moment, from the first attempt; `null`: not at all, and a running attempt is over. */
export async function scheduleReading(
  db: Db,
  scope: CompanyScope,
  id: string,
  at: Instant | null,
): Promise<void> {
  await db
    .updateTable('expenses')
    .set({ read_at: at, readings: 0 })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute()
}

/** Companies with files to read. Only for the jobs. */
export async function listCompaniesToRead(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('expenses')
    .select('company_id')
    .distinct()
    .where('read_at', '<=', now)
    .execute()
  return rows.map((row) => row.company_id)
}

/** One try to read an expense: it counts until its time is over, another one begins, or a person stops it. */
export type ReadingAttempt = { readonly id: string; readonly attempt: number; readonly lostAt: Instant }

/**
 * Takes the expense of a company that waits longest to be read; unless the attempt ends before, another one takes it at
 * `lostAt`. Returns its id and the number of this attempt, from 1.
 */
export async function beginNextReading(
  db: Db,
  scope: CompanyScope,
  { now, lostAt }: { readonly now: Instant; readonly lostAt: Instant },
): Promise<ReadingAttempt | undefined> {
  const { rows } = await sql<{ id: string; attempt: number }>`
    update expenses set read_at = ${lostAt}, readings = readings + 1
    where company_id = ${scope.companyId} and id = (
      select id from expenses where company_id = ${scope.companyId} and read_at <= ${now}
      order by read_at limit 1 for update skip locked)
    returning id, readings as attempt
  `.execute(db)
  const [begun] = rows
  return begun && { ...begun, lostAt }
}

/** Whether an attempt is still the one that counts: it was not stopped, and no other one began. */
export async function isCurrentReading(
  db: Db,
  scope: CompanyScope,
  { id, attempt, lostAt }: ReadingAttempt,
): Promise<boolean> {
  const row = await db
    .selectFrom('expenses')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where('readings', '=', attempt)
    .where('read_at', '=', lostAt)
    .executeTakeFirst()
  return row !== undefined
}
