import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** An expense whose receipt is due for a look-up, the number of look-ups so far, and when it was written here. */
export type DueLookUp = { readonly expense: Expense; readonly lookUps: number; readonly since: Instant }

/** Schedules the look-up of an expense's receipt on the authority's page, or ends it (`at: null`). */
export async function updateLookUp(
  db: Db,
  scope: CompanyScope,
  id: string,
  schedule: { readonly at: Instant | null; readonly lookUps: number },
): Promise<void> {
  await db
    .updateTable('expenses')
    .set({ look_up_at: schedule.at, look_ups: schedule.lookUps })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute()
}

/** Companies with a look-up that is due. Only for the jobs. */
export async function listCompaniesToLookUp(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('expenses')
    .select('company_id')
    .distinct()
    .where('look_up_at', '<=', now)
    .execute()
  return rows.map((row) => row.company_id)
}

/** A company's expenses whose receipt is to be looked up, those that wait longest first. */
export async function listDueLookUps(
  db: Db,
  scope: CompanyScope,
  now: Instant,
  limit: number,
): Promise<DueLookUp[]> {
  const rows = await db
    .selectFrom('expenses')
    .select(['document', 'look_ups', 'changed_at'])
    .where('company_id', '=', scope.companyId)
    .where('look_up_at', '<=', now)
    .orderBy('look_up_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    expense: row.document,
    lookUps: row.look_ups,
    since: parseMoment(row.changed_at),
  }))
}
