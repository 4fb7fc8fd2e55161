import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '#contract/pages.ts'
import type { Db } from '../schema.ts'
import { searchPatterns } from './search-patterns.ts'

/** What a list is asked for, in the words of the database: `offset` and `limit` in rows. */
export type ListQuery<Sort extends string, Filter extends string> = {
  readonly search: string
  readonly sort: Sort
  readonly filter: Filter | undefined
  readonly offset: number
  readonly limit: number
}

/** A part of a list: what is in it, and how many rows come before it. */
export type ListPart = { readonly condition: Expression<SqlBool>; readonly before: number }

/** Where the rows of a list come from. */
type ListSource<Row> = {
  /** The table, with left joins of what the order needs: the count is made without them. */
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<string>
  /** The lower-case text in which the words of a search are looked for. */
  readonly searchText: RawBuilder<string>
  /** What narrows the list down, the scope of the caller among it. */
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: Expression<unknown>
  /** The same order from its end: a page of the second half is then no further away than one of the first. */
  readonly reversed?: Expression<unknown> | undefined
  /** For an order that no index has: the part of the list that the page is in. */
  readonly findPart?: (
    where: Expression<SqlBool>,
    page: { readonly offset: number; readonly limit: number },
  ) => Promise<ListPart>
  /** The rows of these ids, in any order. */
  readonly rowsOf: (ids: readonly string[]) => Promise<readonly (Row & { readonly id: string })[]>
}

const WHOLE_LIST: ListPart = { condition: sql<SqlBool>`true`, before: 0 }

/**
 * One page of a list, and how many rows there are in all. Only the ids are ordered and skipped, so that a late page of
 * a long list joins no more rows than the first one.
 */
export async function listPage<Row>(
  db: Db,
  { search, offset, limit }: ListQuery<string, string>,
  { from, id, searchText, conditions, order, reversed, findPart, rowsOf }: ListSource<Row>,
): Promise<Page<Row>> {
  const words = searchPatterns(search).map((pattern) => sql<SqlBool>`${searchText} like ${pattern}`)
  const all = [...conditions, ...words]
  const where = all.length > 0 ? sql<SqlBool>`${sql.join(all, sql` and `)}` : sql<SqlBool>`true`
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from ${from} where ${where}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const isPast = offset >= total
  const after = Math.max(0, total - offset - limit)
  const { condition, before } = (await findPart?.(where, { offset, limit })) ?? WHOLE_LIST
  const page =
    reversed !== undefined && after < offset && !isPast
      ? { order: reversed, limit: Math.min(limit, total - offset), offset: after }
      : { order, limit, offset: offset - before }
  const found = isPast
    ? []
    : (
        await sql<{ id: string }>`
          select ${id} as id from ${from} where ${where} and ${condition}
          order by ${page.order} limit ${page.limit} offset ${page.offset}
        `.execute(db)
      ).rows
  const ids = (page.order === reversed ? found.toReversed() : found).map((row) => row.id)
  const rows = new Map((ids.length === 0 ? [] : await rowsOf(ids)).map((row) => [row.id, row]))
  return { rows: ids.flatMap((known) => rows.get(known) ?? []), total }
}
