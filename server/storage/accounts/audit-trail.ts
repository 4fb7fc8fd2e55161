import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditRow } from '#contract/audit-endpoints.ts'
import type { Page } from '#contract/pages.ts'
import { ACTS, type ActArea } from '#domain/audit/acts.ts'
import { addDays, type FiscalDay, startOfDay, toInstant } from '#domain/calendar/east-africa.ts'
import { type ListQuery, listPage } from '../administration/list-page.ts'
import { searchPatterns } from '../administration/search-patterns.ts'
import type { Db } from '../schema.ts'
import type { AdministrationScope, CompanyScope } from '../scope.ts'

/** Which entries are meant: days in East Africa, both included. */
export type AuditFilter = {
  readonly from: FiscalDay
  readonly to: FiscalDay
  readonly search: string
  readonly area: ActArea | undefined
}

const SOURCE = sql`audit a left join users u on u.id = a.user_id left join companies c on c.id = a.company_id
  left join user_devices d on d.user_id = a.user_id and d.device_id = a.device_id`
const PERSON = sql<string>`trim(concat(u.first_name, ' ', u.last_name))`
const SEARCHED = sql<string>`lower(concat_ws(' ', u.first_name, u.last_name, u.username, c.name, d.name,
  a.detail ->> 'rctvnum', a.subject))`

/** The entries `a` of a scope; a company's are also those of its organization, without those of sandboxes. */
function inScope(scope: AdministrationScope): Expression<SqlBool> {
  if ('everything' in scope) return sql<SqlBool>`c.sandbox_of is null`
  return 'organizationId' in scope
    ? sql<SqlBool>`((a.organization_id = ${scope.organizationId} or c.organization_id = ${scope.organizationId}) and c.sandbox_of is null)`
    : sql<SqlBool>`a.company_id = ${scope.companyId}`
}

function narrowing(scope: AdministrationScope, { from, to, area }: AuditFilter): Expression<SqlBool>[] {
  return [
    inScope(scope),
    sql<SqlBool>`a.at >= ${startOfDay(from)}`,
    sql<SqlBool>`a.at < ${startOfDay(addDays(to, 1))}`,
    ...(area === undefined ? [] : [sql<SqlBool>`a.action = any(${[...ACTS[area]]}::text[])`]),
  ]
}

const ROW = sql`a.id::text as id, a.at, a.action, a.subject, ${PERSON} as person,
  coalesce(u.username, '') as username, coalesce(nullif(d.name, ''), left(a.device_id::text, 8), '') as device, coalesce(c.name, '') as company,
  coalesce(a.detail ->> 'rctvnum', '') as receipt, coalesce(a.detail ->> 'reason', '') as reason`

type Stored = Omit<AuditRow, 'at'> & { readonly at: string | Date }

function rowOf(row: Stored): AuditRow {
  return { ...row, at: toInstant(new Date(row.at).getTime()) }
}

/** One page of the audit trail. */
export async function listAuditRows(
  db: Db,
  scope: AdministrationScope,
  filter: AuditFilter,
  query: ListQuery<'at' | '-at', never>,
): Promise<Page<AuditRow>> {
  const conditions = narrowing(scope, filter)
  return await listPage<AuditRow>(db, query, {
    from: SOURCE,
    id: sql<string>`a.id::text`,
    searchText: SEARCHED,
    conditions,
    order: query.sort === 'at' ? sql`a.id` : sql`a.id desc`,
    rowsOf: async (ids) => {
      const some = sql<SqlBool>`a.id = any(${[...ids]}::bigint[])`
      const { rows } = await select([inScope(scope), some], sql``).execute(db)
      return rows.map(rowOf)
    },
  })
}

function select(conditions: readonly Expression<SqlBool>[], tail: RawBuilder<unknown>): RawBuilder<Stored> {
  return sql<Stored>`select ${ROW} from ${SOURCE} where ${sql.join([...conditions], sql` and `)} ${tail}`
}

/** The next entries of an export, newest first, below the last of those before. */
export async function listExportedEntries(
  db: Db,
  scope: AdministrationScope,
  filter: AuditFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  const words = searchPatterns(filter.search).map((pattern) => sql<SqlBool>`${SEARCHED} like ${pattern}`)
  const rest = before === undefined ? [] : [sql<SqlBool>`a.id < ${before}::bigint`]
  const all = [...narrowing(scope, filter), ...words, ...rest]
  const { rows } = await select(all, sql`order by a.id desc limit ${limit}`).execute(db)
  return rows.map(rowOf)
}

/** A copy of a receipt that was given out. */
type Reissue = { readonly id: string; readonly at: string; readonly by: string; readonly reason: string }

/** The copies of one invoice's receipt that were given out, oldest first. */
export async function listReissues(db: Db, scope: CompanyScope, invoiceId: string): Promise<Reissue[]> {
  const { rows } = await sql<Reissue & { readonly at: string | Date }>`
    select a.detail ->> 'reissueId' as id, a.at, ${PERSON} as by, a.detail ->> 'reason' as reason
    from audit a left join users u on u.id = a.user_id
    where a.company_id = ${scope.companyId} and a.subject = ${`invoice:${invoiceId}`}
      and a.action = 'receipt.reissue'
    order by a.id
  `.execute(db)
  return rows.map((row) => ({ ...row, at: toInstant(new Date(row.at).getTime()) }))
}
