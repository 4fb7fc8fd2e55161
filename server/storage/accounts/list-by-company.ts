import { type Expression, type SqlBool, sql } from 'kysely'
import type { ListPart } from '../administration/list-page.ts'
import { anyId } from '../row-values.ts'
import type { Db } from '../schema.ts'

/**
 * Finds the companies whose accounts `u` are on a page of a list ordered by company; accounts that work for none come
 * last. Counting the accounts of each company reads an index only; ordering all accounts by the name of their company
 * would compare every one of them.
 */
export async function findCompaniesOfPage(
  db: Db,
  where: Expression<SqlBool>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListPart> {
  const { rows } = await sql<{ company_id: string | null; before: number }>`
    with sizes as (select u.company_id, count(*)::int as size from users u where ${where} group by u.company_id),
    places as (
      select s.company_id, s.size, sum(s.size) over (order by lower(c.name) nulls last, c.id)::int as up_to
      from sizes s left join companies c on c.id = s.company_id
    )
    select company_id, up_to - size as before from places
    where up_to > ${offset} and up_to - size < ${offset + limit} order by up_to
  `.execute(db)
  const companyIds = rows.flatMap((row) => row.company_id ?? [])
  const named = sql<SqlBool>`u.company_id = ${anyId(companyIds)}`
  const withNone = rows.some((row) => row.company_id === null)
  return {
    condition: withNone ? sql<SqlBool>`(${named} or u.company_id is null)` : named,
    before: rows[0]?.before ?? 0,
  }
}
