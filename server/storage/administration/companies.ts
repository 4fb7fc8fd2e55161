import { type Expression, type SqlBool, sql } from 'kysely'
import type { CompanyDetails, CompanyRow } from '#contract/administration.ts'
import type { Page } from '#contract/pages.ts'
import type { CompanyFields } from '#domain/companies/check-company.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { ownSettings } from '../accounts/own-settings.ts'
import type { Db } from '../schema.ts'
import type { AdministrationScope, CompanyScope } from '../scope.ts'
import { insertFeed } from '../sync/feed-epoch.ts'
import { announceAccess } from './announce-access.ts'
import { type ListQuery, listPage } from './list-page.ts'

export type CompanySort = 'name' | '-name' | 'tin' | 'organization'
export type CompanyFilter = 'active' | 'disabled' | 'blocked' | 'unregistered'

const ORDER: Record<CompanySort, Expression<unknown>> = {
  name: sql`lower(c.name), c.id`,
  '-name': sql`lower(c.name) desc, c.id desc`,
  tin: sql`c.tin`,
  organization: sql`lower(o.name), lower(c.name), c.id`,
}

const REGISTERED = sql<boolean>`exists (select 1 from fiscal_identities f where f.company_id = c.id)`

const FILTERS: Record<CompanyFilter, Expression<SqlBool>> = {
  active: sql`c.active`,
  disabled: sql`not c.active`,
  blocked: sql`c.blocked_by_tra`,
  unregistered: sql`not ${REGISTERED}`,
}

/** The companies `c` of a scope; sandboxes are of no scope but their own. */
export function companiesInScope(scope: AdministrationScope): Expression<SqlBool> {
  if ('everything' in scope) return sql<SqlBool>`c.sandbox_of is null`
  return 'organizationId' in scope
    ? sql<SqlBool>`(c.organization_id = ${scope.organizationId} and c.sandbox_of is null)`
    : sql<SqlBool>`c.id = ${scope.companyId}`
}

function selectRows(db: Db, scope: AdministrationScope) {
  return db
    .selectFrom('companies as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .where(companiesInScope(scope))
    .select([
      'c.id',
      'c.organization_id as organizationId',
      'o.name as organizationName',
      'c.name',
      'c.tin',
      'c.phone',
      'c.active',
      'c.blocked_by_tra as blockedByTra',
      REGISTERED.as('registered'),
    ])
}

/** One page of the companies of a scope, of one organization if one is named, and how many there are. */
export async function listCompanies(
  db: Db,
  scope: AdministrationScope,
  query: ListQuery<CompanySort, CompanyFilter> & { readonly organizationId: string | undefined },
): Promise<Page<CompanyRow>> {
  const { filter, organizationId } = query
  return await listPage<CompanyRow>(db, query, {
    from: sql`companies c left join organizations o on o.id = c.organization_id`,
    id: sql`c.id`,
    searchText: sql`c.search_text`,
    conditions: [
      companiesInScope(scope),
      ...(filter === undefined ? [] : [FILTERS[filter]]),
      ...(organizationId === undefined ? [] : [sql<SqlBool>`c.organization_id = ${organizationId}`]),
    ],
    order: ORDER[query.sort],
    rowsOf: async (ids) => await selectRows(db, scope).where('c.id', 'in', ids).execute(),
  })
}

/** Whether a company is in a scope. */
export async function isCompanyInScope(db: Db, scope: AdministrationScope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies as c')
    .where(companiesInScope(scope))
    .where('c.id', '=', id)
    .select('c.id')
    .executeTakeFirst()
  return row !== undefined
}

/** One company of a scope with everything its page shows. */
export async function findCompanyDetails(
  db: Db,
  scope: AdministrationScope,
  id: string,
): Promise<CompanyDetails | undefined> {
  const row = await selectRows(db, scope)
    .select([
      'c.vrn',
      'c.email',
      'c.address',
      'c.serial',
      'c.blocked_reason as blockedReason',
      'o.active as organizationActive',
      'c.settings',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, settings: { ...DEFAULT_SETTINGS, ...ownSettings(row.settings) } }
}

/** Takes the row lock of a company, so that two edits at once do not overtake each other. */
export async function lockCompany(db: Db, scope: CompanyScope): Promise<void> {
  await db.selectFrom('companies').select('id').where('id', '=', scope.companyId).forUpdate().execute()
}

function columnsOf(fields: CompanyFields) {
  const { organizationId, name, tin, vrn, email, phone, address, serial } = fields
  return { organization_id: organizationId, name, tin, vrn, email, phone, address, serial }
}

/** Creates a company unless its id is taken; gives whether it did. */
export async function insertNewCompany(db: Db, scope: CompanyScope, fields: CompanyFields): Promise<boolean> {
  const row = await db
    .insertInto('companies')
    .values({ id: scope.companyId, ...columnsOf(fields), settings: '{}' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await insertFeed(db, scope)
  return row !== undefined
}

export async function updateCompanyFields(db: Db, scope: CompanyScope, fields: CompanyFields): Promise<void> {
  await db
    .updateTable('companies')
    .set({ ...columnsOf(fields), rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .execute()
  await announceAccess(db, 'company', scope.companyId)
}

/** Corrects the serial number of the device to the one that the authority has registered. */
export async function updateCompanySerial(db: Db, scope: CompanyScope, serial: string): Promise<void> {
  await db
    .updateTable('companies')
    .set({ serial, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where('serial', '<>', serial)
    .execute()
}

/** Enables or disables a company; gives whether that changed anything. */
export async function updateCompanyActive(db: Db, scope: CompanyScope, active: boolean): Promise<boolean> {
  const row = await db
    .updateTable('companies')
    .set({ active, rev: sql`rev + 1` })
    .where('id', '=', scope.companyId)
    .where('active', '<>', active)
    .returning('id')
    .executeTakeFirst()
  if (row) await announceAccess(db, 'company', scope.companyId)
  return row !== undefined
}

/** Whether another company has this TIN; each has one of its own. */
export async function isTinTaken(db: Db, tin: string, exceptCompanyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('id')
    .where('tin', '=', tin)
    .where('id', '<>', exceptCompanyId)
    .executeTakeFirst()
  return row !== undefined
}
