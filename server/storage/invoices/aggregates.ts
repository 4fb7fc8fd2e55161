import { sql } from 'kysely'
import type { Aggregate } from '#contract/aggregates.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

type AggregateKey = Pick<AggregateRow, 'kind' | 'period' | 'key'>

/** The stored totals under these keys, in no order. */
export async function listAggregates(
  db: Db,
  scope: CompanyScope,
  keys: readonly AggregateKey[],
): Promise<Aggregate[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ figures: Aggregate }>`
    select aggregates.figures from aggregates
    join unnest(
      ${keys.map((key) => key.kind)}::text[], ${keys.map((key) => key.period)}::text[],
      ${keys.map((key) => key.key)}::text[]
    ) as wanted (kind, period, key) using (kind, period, key)
    where aggregates.company_id = ${scope.companyId}
  `.execute(db)
  return rows.map((row) => row.figures)
}

/** Kept totals by their id in the change feed, `kind:period:key`. */
export async function listAggregatesById(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
): Promise<Aggregate[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ figures: Aggregate }>`
    select aggregates.figures from aggregates
    join unnest(${[...ids]}::text[]) as wanted (id)
      on kind = split_part(wanted.id, ':', 1) and period = split_part(wanted.id, ':', 2)
      and key = split_part(wanted.id, ':', 3)
    where aggregates.company_id = ${scope.companyId}
  `.execute(db)
  return rows.map((row) => row.figures)
}

/** The stored totals of a month (`YYYY-MM`): of its days, and of its products, customers and operators. */
export async function listAggregatesOfMonth(
  db: Db,
  scope: CompanyScope,
  month: string,
): Promise<Aggregate[]> {
  const rows = await db
    .selectFrom('aggregates')
    .select('figures')
    .where('company_id', '=', scope.companyId)
    .where('kind', 'in', ['day', 'month-product', 'month-customer', 'month-operator'])
    .where('period', '>=', month)
    .where('period', '<=', `${month}-31`)
    .execute()
  return rows.map((row) => row.figures)
}

/** Every stored total of a company. */
export async function listAllAggregates(db: Db, scope: CompanyScope): Promise<Aggregate[]> {
  const rows = await db
    .selectFrom('aggregates')
    .select('figures')
    .where('company_id', '=', scope.companyId)
    .execute()
  return rows.map((row) => row.figures)
}

/** Inserts or replaces stored totals. */
export async function upsertAggregates(
  db: Db,
  scope: CompanyScope,
  aggregates: readonly Aggregate[],
): Promise<void> {
  if (aggregates.length === 0) return
  await db
    .insertInto('aggregates')
    .values(
      aggregates.map((aggregate) => ({
        company_id: scope.companyId,
        kind: aggregate.kind,
        period: aggregate.period,
        key: aggregate.key,
        rev: aggregate.rev,
        figures: JSON.stringify(aggregate),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind', 'period', 'key']).doUpdateSet((excluded) => ({
        rev: excluded.ref('excluded.rev'),
        figures: excluded.ref('excluded.figures'),
      })),
    )
    .execute()
}
