import { type Expression, type SqlBool, sql } from 'kysely'
import type { Page } from '#contract/pages.ts'
import type { USER_SORTS, User } from '#contract/users.ts'
import type { UserVisibility } from '#domain/permissions/manage-users.ts'
import { type OperatorRights, rightsOf } from '#domain/permissions/operator-rights.ts'
import type { UserFields } from '#domain/users/check-user.ts'
import type { UserStatus, UserType } from '#domain/users/user.ts'
import { type ListQuery, listPage } from '../administration/list-page.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import { findCompaniesOfPage } from './list-by-company.ts'

/** The accounts `u` that an administrator may see. */
function isVisible(visibility: UserVisibility): Expression<SqlBool> {
  switch (visibility.kind) {
    case 'all':
      return sql<SqlBool>`true`
    case 'organization':
      // Those who work for a company belong to its organization.
      return sql<SqlBool>`(u.organization_id = ${visibility.organizationId} or u.company_id = any
        (array(select id from companies where organization_id = ${visibility.organizationId})))`
    case 'company':
      return sql<SqlBool>`u.company_id = ${visibility.companyId}`
    case 'self':
      return sql<SqlBool>`u.id = ${visibility.userId}`
  }
}

function visibleUsers(db: Db, visibility: UserVisibility) {
  return db
    .selectFrom('users as u')
    .leftJoin('companies as c', 'c.id', 'u.company_id')
    .leftJoin('organizations as o', (join) =>
      join.on('o.id', '=', sql<string>`coalesce(u.organization_id, c.organization_id)`),
    )
    .where(isVisible(visibility))
}

type UsersQuery = ReturnType<typeof visibleUsers>

function selectManaged(query: UsersQuery) {
  return query.select([
    'u.id',
    'u.username',
    'u.first_name',
    'u.last_name',
    'u.email',
    'u.mobile',
    'u.user_type',
    'u.status',
    'u.created_at',
    'u.must_change_password',
    'u.rights',
    sql<boolean>`exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`.as(
      'second_factor',
    ),
    'c.id as company_id',
    'c.name as company_name',
    'o.id as organization_id',
    'o.name as organization_name',
  ])
}

type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManaged>['execute']>>[number]

function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id, name }
}

function toUser(row: ManagedRow): User {
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile: row.mobile,
    userType: row.user_type,
    status: row.status,
    company: named(row.company_id, row.company_name),
    organization: named(row.organization_id, row.organization_name),
    entranceAt: parseMoment(row.created_at),
    mustChangePassword: row.must_change_password,
    secondFactor: row.second_factor,
    rights: row.user_type === 'operator' ? rightsOf(row.user_type, row.rights) : null,
  }
}

const ORDER: Record<(typeof USER_SORTS)[number], Expression<unknown>> = {
  name: sql`u.sort_name, u.id`,
  '-name': sql`u.sort_name desc, u.id desc`,
  username: sql`lower(u.username)`,
  company: sql`lower(c.name) nulls last, c.id, u.sort_name, u.id`,
  '-entranceAt': sql`u.created_at desc, u.id desc`,
}

/** The same orders from their end. */
const REVERSED: Partial<typeof ORDER> = {
  name: ORDER['-name'],
  '-name': ORDER.name,
  username: sql`lower(u.username) desc`,
  '-entranceAt': sql`u.created_at, u.id`,
}

/** What a list of accounts is narrowed down to, beside what its reader may see. */
export type UserListQuery = ListQuery<(typeof USER_SORTS)[number], UserStatus> & {
  readonly userType: UserType | undefined
  readonly companyId: string | undefined
}

/** One page of the accounts that a user may see, and how many there are. */
export async function listUsers(
  db: Db,
  visibility: UserVisibility,
  query: UserListQuery,
): Promise<Page<User>> {
  const { filter, userType, companyId } = query
  return await listPage<User>(db, query, {
    from: sql`users u left join companies c on c.id = u.company_id`,
    id: sql`u.id`,
    searchText: sql`u.search_text`,
    conditions: [
      isVisible(visibility),
      ...(filter === undefined ? [] : [sql<SqlBool>`u.status = ${filter}`]),
      ...(userType === undefined ? [] : [sql<SqlBool>`u.user_type = ${userType}`]),
      ...(companyId === undefined ? [] : [sql<SqlBool>`u.company_id = ${companyId}`]),
    ],
    order: ORDER[query.sort],
    reversed: REVERSED[query.sort],
    ...(query.sort === 'company' && {
      findPart: (where, page) => findCompaniesOfPage(db, where, page),
    }),
    rowsOf: async (ids) => {
      const rows = await selectManaged(visibleUsers(db, visibility)).where('u.id', 'in', ids).execute()
      return rows.map(toUser)
    },
  })
}

/** An account by its id; foreign and unknown ones are `undefined`. */
export async function findVisibleUser(
  db: Db,
  visibility: UserVisibility,
  userId: string,
): Promise<User | undefined> {
  const row = await selectManaged(visibleUsers(db, visibility)).where('u.id', '=', userId).executeTakeFirst()
  return row && toUser(row)
}

/** The same with its row locked until the transaction ends. */
export async function lockVisibleUser(
  db: Db,
  visibility: UserVisibility,
  userId: string,
): Promise<User | undefined> {
  const row = await selectManaged(visibleUsers(db, visibility))
    .where('u.id', '=', userId)
    .forUpdate('u')
    .executeTakeFirst()
  return row && toUser(row)
}

/** Which of the two must be another's: user names and e-mail addresses are compared without regard to case. */
export async function findTaken(
  db: Db,
  wanted: { readonly username?: string; readonly email: string },
  exceptUserId: string,
): Promise<{ readonly username: boolean; readonly email: boolean }> {
  const isTaken = async (column: 'username' | 'email', value: string) => {
    const row = await db
      .selectFrom('users')
      .select('id')
      .where(sql`lower(${sql.ref(column)})`, '=', sql`lower(${value})`)
      .where('id', '<>', exceptUserId)
      .executeTakeFirst()
    return row !== undefined
  }
  return {
    username: wanted.username !== undefined && (await isTaken('username', wanted.username)),
    email: await isTaken('email', wanted.email),
  }
}

export async function updateUserFields(db: Db, userId: string, fields: UserFields): Promise<void> {
  await db
    .updateTable('users')
    .set({
      first_name: fields.firstName,
      last_name: fields.lastName,
      email: fields.email,
      mobile: fields.mobile,
    })
    .where('id', '=', userId)
    .execute()
}

export async function updateUserRights(db: Db, userId: string, rights: OperatorRights): Promise<void> {
  await db
    .updateTable('users')
    .set({ rights: JSON.stringify(rights) })
    .where('id', '=', userId)
    .execute()
}
