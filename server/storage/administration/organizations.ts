import { type Expression, type SqlBool, sql } from 'kysely'
import type { OrganizationRow } from '#contract/administration.ts'
import type { Page } from '#contract/pages.ts'
import type { OrganizationFields } from '#domain/organizations/check-organization.ts'
import type { Db } from '../schema.ts'
import type { AdministrationScope } from '../scope.ts'
import { announceAccess } from './announce-access.ts'
import { type ListQuery, listPage } from './list-page.ts'

export type OrganizationSort = 'name' | '-name' | '-companies'
export type OrganizationFilter = 'active' | 'disabled'

const ORDER: Record<OrganizationSort, Expression<unknown>> = {
  name: sql`lower(o.name), o.id`,
  '-name': sql`lower(o.name) desc, o.id desc`,
  '-companies': sql`(select count(*) from companies c where c.organization_id = o.id and c.sandbox_of is null) desc, lower(o.name), o.id`,
}

/** The organizations of a scope; that of a company is none of its own. */
function inScope(scope: AdministrationScope): Expression<SqlBool> {
  if ('everything' in scope) return sql<SqlBool>`true`
  return 'organizationId' in scope ? sql<SqlBool>`o.id = ${scope.organizationId}` : sql<SqlBool>`false`
}

function selectRows(db: Db, scope: AdministrationScope) {
  return db
    .selectFrom('organizations as o')
    .where(inScope(scope))
    .select([
      'o.id',
      'o.name',
      'o.owner_name as ownerName',
      'o.owner_phone as ownerPhone',
      'o.owner_email as ownerEmail',
      'o.active',
    ])
    .select(
      sql<number>`(select count(*)::int from companies c where c.organization_id = o.id and c.sandbox_of is null)`.as(
        'companies',
      ),
    )
}

/** One page of the organizations of a scope, and how many there are. */
export async function listOrganizations(
  db: Db,
  scope: AdministrationScope,
  query: ListQuery<OrganizationSort, OrganizationFilter>,
): Promise<Page<OrganizationRow>> {
  const { filter } = query
  return await listPage<OrganizationRow>(db, query, {
    from: sql`organizations o`,
    id: sql`o.id`,
    searchText: sql`o.search_text`,
    conditions: [
      inScope(scope),
      ...(filter === undefined ? [] : [sql<SqlBool>`o.active = ${filter === 'active'}`]),
    ],
    order: ORDER[query.sort],
    rowsOf: async (ids) => await selectRows(db, scope).where('o.id', 'in', ids).execute(),
  })
}

/** One organization of a scope. */
export async function findOrganization(
  db: Db,
  scope: AdministrationScope,
  id: string,
): Promise<OrganizationRow | undefined> {
  return await selectRows(db, scope).where('o.id', '=', id).executeTakeFirst()
}

/** The same under its row lock, so that two edits at once do not overtake each other. */
export async function lockOrganization(
  db: Db,
  scope: AdministrationScope,
  id: string,
): Promise<OrganizationRow | undefined> {
  return await selectRows(db, scope).where('o.id', '=', id).forUpdate().executeTakeFirst()
}

/** Creates an organization unless its id is taken; gives whether it did. */
export async function insertNewOrganization(
  db: Db,
  id: string,
  fields: OrganizationFields,
): Promise<boolean> {
  const { name, ownerName, ownerPhone, ownerEmail } = fields
  const row = await db
    .insertInto('organizations')
    .values({ id, name, owner_name: ownerName, owner_phone: ownerPhone, owner_email: ownerEmail })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateOrganization(db: Db, id: string, fields: OrganizationFields): Promise<void> {
  const { name, ownerName, ownerPhone, ownerEmail } = fields
  await db
    .updateTable('organizations')
    .set({ name, owner_name: ownerName, owner_phone: ownerPhone, owner_email: ownerEmail })
    .where('id', '=', id)
    .execute()
}

/** Enables or disables an organization; gives whether that changed anything. */
export async function updateOrganizationActive(db: Db, id: string, active: boolean): Promise<boolean> {
  const row = await db
    .updateTable('organizations')
    .set({ active })
    .where('id', '=', id)
    .where('active', '<>', active)
    .returning('id')
    .executeTakeFirst()
  if (row) await announceAccess(db, 'organization', id)
  return row !== undefined
}
