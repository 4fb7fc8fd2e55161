import { sql } from 'kysely'
import type { DrawerCount } from '#contract/drawer-counts.ts'
import { type FiscalDay, startOfDay } from '#domain/calendar/east-africa.ts'
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
