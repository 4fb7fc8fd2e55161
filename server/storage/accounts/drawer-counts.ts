import { sql } from 'kysely'
import type { DrawerCount } from '#contract/drawer-counts.ts'
import {
  DAY_MS,
  type FiscalDay,
  type Instant,
  instantMs,
  startOfDay,
  toInstant,
} from '#domain/calendar/east-africa.ts'
import { parseDay, parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** More than the drawers of a day are ever counted. */
const MOST = 200

type Detail = Omit<DrawerCount, 'id' | 'at' | 'day' | 'operatorId'> & {
  readonly day: string
  readonly operatorId?: string
  readonly countedAt: string
}

/**
 * The counts of cash of a day, from the audit trail, the newest first. `of` limits them to those that this operator made or
 * whose drawer it is.
 */
export async function listDrawerCounts(
  db: Db,
  { companyId }: CompanyScope,
  { day, of }: { readonly day: FiscalDay; readonly of: string | undefined },
): Promise<DrawerCount[]> {
  const visible = of === undefined ? sql`` : sql`and (user_id = ${of} or detail->>'operatorId' = ${of}::text)`
  const { rows } = await sql<{ id: string; detail: Detail }>`
    select split_part(subject, ':', 2) as id, detail from audit
    where company_id = ${companyId} and at >= ${startOfDay(day)}::timestamptz - interval '1 day'
      and action = 'drawer.count' and detail->>'day' = ${day} ${visible}
    order by detail->>'countedAt' desc, id desc
    limit ${MOST}
  `.execute(db)
  return rows.map(({ id, detail: { operator, operatorId, opening, expected, counted, ...moments } }) => ({
    ...{ id, operator, opening, expected, counted },
    ...(operatorId === undefined ? {} : { operatorId }),
    day: parseDay(moments.day),
    at: parseMoment(moments.countedAt),
  }))
}

/**
 * Whether a count is in the audit trail, where every one is kept. Only what was written since it was made is searched,
 * with a day for a phone whose clock is wrong.
 */
export async function hasDrawerCount(
  db: Db,
  { companyId }: CompanyScope,
  { id, at }: Pick<DrawerCount, 'id' | 'at'>,
  now: Instant,
): Promise<boolean> {
  const since = toInstant(Math.min(instantMs(at), instantMs(now)) - DAY_MS)
  const { rows } = await sql`
    select 1 from audit
    where company_id = ${companyId} and at >= ${since} and action = 'drawer.count'
      and subject = ${`drawer-count:${id}`}
    limit 1
  `.execute(db)
  return rows.length > 0
}
