import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { PasswordResetsTable } from './tables.ts'
import type { UserWithTenantStatus } from './users.ts'
import { selectUsersWithTenantStatus } from './users.ts'

export type PasswordResetRow = Selectable<PasswordResetsTable>

/** Whose address this is, without regard to case; of several accounts an active one, then the oldest. */
export async function findUserByEmail(db: Db, email: string): Promise<UserWithTenantStatus | undefined> {
  return await selectUsersWithTenantStatus(db)
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .orderBy(sql`u.status = 'active'`, 'desc')
    .orderBy('u.created_at')
    .limit(1)
    .executeTakeFirst()
}

export async function insertPasswordReset(db: Db, reset: Insertable<PasswordResetsTable>): Promise<void> {
  await db.insertInto('password_resets').values(reset).execute()
}

/** The reset that a token belongs to, under its row lock, so that attempts are counted one by one. */
export async function lockPasswordReset(db: Db, tokenHash: string): Promise<PasswordResetRow | undefined> {
  return await db
    .selectFrom('password_resets')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function updatePasswordReset(
  db: Db,
  id: string,
  change: Partial<
    Pick<PasswordResetRow, 'token_hash' | 'code_hash' | 'failed_attempts' | 'verified' | 'expires_at'>
  >,
): Promise<void> {
  await db.updateTable('password_resets').set(change).where('id', '=', id).execute()
}

/** What the hash of a token becomes once the token was used: no other step of a recovery finds it by this. */
function usedHash(tokenHash: string): string {
  return `used:${tokenHash}`
}

/** The reset that a used token set a password with, under its row lock. */
export async function lockUsedPasswordReset(
  db: Db,
  tokenHash: string,
): Promise<PasswordResetRow | undefined> {
  return await lockPasswordReset(db, usedHash(tokenHash))
}

/** Ends every reset of a user: the password was chosen. The one that chose it is kept as used until an instant. */
export async function endPasswordResets(
  db: Db,
  { id, token_hash, user_id }: PasswordResetRow,
  keptUntil: string,
): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', user_id).where('id', '<>', id).execute()
  await updatePasswordReset(db, id, { token_hash: usedHash(token_hash), expires_at: keptUntil })
}

/** Ends every reset of a user: the password was changed in another way. */
export async function deletePasswordResets(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function deletePasswordReset(db: Db, id: string): Promise<void> {
  await db.deleteFrom('password_resets').where('id', '=', id).execute()
}

/** Removes resets that ended before an instant. */
export async function deleteExpiredPasswordResets(db: Db, before: string): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<', before).execute()
}
