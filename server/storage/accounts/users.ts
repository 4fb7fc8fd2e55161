import { type Insertable, type Selectable, sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import { anyId } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import { findInactiveSince } from './audit.ts'
import type { UsersTable } from './tables.ts'

export type UserRow = Selectable<UsersTable>

/** A user with the state of the company and organization that decide whether anything may be done at all. */
export type UserWithTenantStatus = UserRow & {
  readonly company_active: boolean | null
  readonly organization_active: boolean | null
}

export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<void> {
  await db.insertInto('users').values(user).execute()
}

/** The query of users with what decides whether they may do anything; `u` is the user. */
export function selectUsersWithTenantStatus(db: Db) {
  return db
    .selectFrom('users as u')
    .leftJoin('companies as c', 'c.id', 'u.company_id')
    .leftJoin('organizations as o', (join) =>
      join.on('o.id', '=', sql<string>`coalesce(u.organization_id, c.organization_id)`),
    )
    .selectAll('u')
    .select(['c.active as company_active', 'o.active as organization_active'])
}

/** User names are compared without regard to case. */
export async function findUserByUsername(
  db: Db,
  username: string,
): Promise<UserWithTenantStatus | undefined> {
  return await selectUsersWithTenantStatus(db)
    .where(sql`lower(u.username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()
}

/** Password hashes of the accounts with these user names. */
export async function listPasswordHashes(db: Db, usernames: readonly string[]): Promise<string[]> {
  const users = await Promise.all(usernames.map((username) => findUserByUsername(db, username)))
  return users.flatMap((user) => user?.password_hash ?? [])
}

export async function findUser(db: Db, userId: string): Promise<UserWithTenantStatus | undefined> {
  return await selectUsersWithTenantStatus(db).where('u.id', '=', userId).executeTakeFirst()
}

/** Whether this user signed in on a device before, as far as sessions are remembered. */
export async function isKnownDevice(db: Db, username: string, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select('t.device_id')
    .where(sql`lower(u.username)`, '=', sql`lower(${username})`)
    .where('t.device_id', '=', deviceId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The password hash under this user's row lock, so that two changes at once do not overtake each other. */
export async function lockPassword(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.password_hash
}

export async function updatePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: false })
    .where('id', '=', userId)
    .execute()
}

/** A password that must be changed at the next login. */
export async function updateOneTimePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: true })
    .where('id', '=', userId)
    .execute()
}

export async function updateUserStatus(db: Db, userId: string, status: UserRow['status']): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', userId).execute()
}

export async function updateLanguage(db: Db, userId: string, language: UserRow['language']): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

export function fullName(user: Pick<UserRow, 'first_name' | 'last_name'>): string {
  return `${user.first_name} ${user.last_name}`
}

/** The user as screens and local storage know it (spec §3). */
export function toCurrentUser(user: UserRow): CurrentUser {
  return {
    id: user.id,
    username: user.username,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    user_type: user.user_type,
    company_id: user.company_id,
    organization_id: user.organization_id,
    language: user.language,
    isAdmin: user.user_type === 'platform_admin',
  }
}

/** The owners of a company who can log in, for mail about the company. */
export async function listOwners(
  db: Db,
  scope: CompanyScope,
): Promise<Pick<UserRow, 'id' | 'email' | 'mobile' | 'language'>[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'email', 'mobile', 'language'])
    .where('company_id', '=', scope.companyId)
    .where('user_type', '=', 'company_owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/**
 * Which of these people own the company: only they approve what one of its operators may not do. With the moment since
 * which they are disabled or blocked; `null` for who is active.
 */
export async function findOwnersAmong(
  db: Db,
  scope: CompanyScope,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Instant | null>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'status'])
    .where('company_id', '=', scope.companyId)
    .where('user_type', '=', 'company_owner')
    .where('id', '=', anyId(userIds))
    .execute()
  const owners = new Map<string, Instant | null>()
  for (const { id, status } of rows) {
    const inactiveSince = status === 'active' ? null : await findInactiveSince(db, scope, id)
    if (inactiveSince !== undefined) owners.set(id, inactiveSince)
  }
  return owners
}
