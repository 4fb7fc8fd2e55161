import { type Expression, type SqlBool, sql } from 'kysely'
import type { Page } from '#contract/pages.ts'
import type { TAX_TIP_SORTS } from '#contract/tax-tip-endpoints.ts'
import type { TaxTip } from '#contract/tax-tips.ts'
import type { TaxTipFields, TaxTipStatus } from '#domain/tax-tips/tax-tip.ts'
import type { ListQuery } from '../administration/list-page.ts'
import { searchPatterns } from '../administration/search-patterns.ts'
import { parseDay } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { AdministrationScope } from '../scope.ts'

type TaxTipSort = (typeof TAX_TIP_SORTS)[number]

const ORDER: Record<TaxTipSort, Expression<unknown>> = {
  '-day': sql`day desc, id`,
  day: sql`day, id`,
}

/** The tips that a scope may change: an organization its own, the platform all. */
function inScope(scope: AdministrationScope): Expression<SqlBool> {
  if ('everything' in scope) return sql<SqlBool>`true`
  return 'organizationId' in scope
    ? sql<SqlBool>`organization_id = ${scope.organizationId}`
    : sql<SqlBool>`false`
}

function selectTips(db: Db) {
  return db
    .selectFrom('tax_tips')
    .select(['id', 'day', 'status'])
    .select(['title_en as titleEn', 'text_en as textEn', 'title_sw as titleSw', 'text_sw as textSw'])
}

type TipRow = Awaited<ReturnType<ReturnType<typeof selectTips>['execute']>>[number]

function toTip(row: TipRow): TaxTip {
  return { ...row, day: parseDay(row.day) }
}

/** The newest published tips of all organizations: they are for everybody. */
export async function listPublishedTips(db: Db, limit: number): Promise<TaxTip[]> {
  const rows = await selectTips(db)
    .where('status', '=', 'published')
    .orderBy(ORDER['-day'])
    .limit(limit)
    .execute()
  return rows.map(toTip)
}

/** One page of the tips that a scope may change, and how many there are. */
export async function listTips(
  db: Db,
  scope: AdministrationScope,
  query: ListQuery<TaxTipSort, TaxTipStatus>,
): Promise<Page<TaxTip>> {
  const conditions = [
    inScope(scope),
    ...searchPatterns(query.search).map(
      (pattern) => sql<SqlBool>`lower(concat_ws(' ', title_en, title_sw, text_en, text_sw)) like ${pattern}`,
    ),
    ...(query.filter === undefined ? [] : [sql<SqlBool>`status = ${query.filter}`]),
  ]
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const rows = await selectTips(db)
    .where(where)
    .orderBy(ORDER[query.sort])
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await db
    .selectFrom('tax_tips')
    .where(where)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(toTip), total }
}

/** Writes a tip, a new one as a draft; nothing happens to one outside the scope. */
export async function upsertTip(
  db: Db,
  scope: AdministrationScope,
  id: string,
  fields: TaxTipFields,
  at: string,
): Promise<void> {
  const columns = {
    day: fields.day,
    title_en: fields.titleEn,
    text_en: fields.textEn,
    title_sw: fields.titleSw,
    text_sw: fields.textSw,
    changed_at: at,
  }
  const { numUpdatedRows } = await db
    .updateTable('tax_tips')
    .set(columns)
    .where('id', '=', id)
    .where(inScope(scope))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const organizationId = 'organizationId' in scope ? scope.organizationId : null
  await db
    .insertInto('tax_tips')
    .values({ id, organization_id: organizationId, status: 'draft', ...columns })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function updateTipStatus(
  db: Db,
  scope: AdministrationScope,
  id: string,
  status: TaxTipStatus,
  at: string,
): Promise<void> {
  await db
    .updateTable('tax_tips')
    .set({ status, changed_at: at })
    .where('id', '=', id)
    .where(inScope(scope))
    .execute()
}

/** A tip of the scope. */
export async function findTip(db: Db, scope: AdministrationScope, id: string): Promise<TaxTip | undefined> {
  const row = await selectTips(db).where('id', '=', id).where(inScope(scope)).executeTakeFirst()
  return row && toTip(row)
}
