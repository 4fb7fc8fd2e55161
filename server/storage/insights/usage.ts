import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** How often a company asked on a day. */
export async function findUsage(db: Db, { companyId }: CompanyScope, day: string): Promise<number> {
  const row = await db
    .selectFrom('ai_usage')
    .select('used')
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Counts one more request of the day, unless there were `max` already; says whether it was counted. */
export async function takeUsage(
  db: Db,
  { companyId }: CompanyScope,
  day: string,
  max: number,
): Promise<boolean> {
  if (max < 1) return false
  const row = await db
    .insertInto('ai_usage')
    .values({ company_id: companyId, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'day'])
        .doUpdateSet({ used: sql`ai_usage.used + 1` })
        .where('ai_usage.used', '<', max),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes back what a failed request counted. */
export async function returnUsage(db: Db, { companyId }: CompanyScope, day: string): Promise<void> {
  await db
    .updateTable('ai_usage')
    .set({ used: sql`greatest(0, used - 1)` })
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .execute()
}
