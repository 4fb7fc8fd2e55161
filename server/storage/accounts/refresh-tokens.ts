import type { Selectable } from 'kysely'
import type { Db } from '../schema.ts'
import type { RefreshTokensTable } from './tables.ts'

export type RefreshTokenRow = Selectable<RefreshTokensTable>

export async function insertRefreshToken(db: Db, token: RefreshTokenRow): Promise<void> {
  const publicKey = token.public_key && JSON.stringify(token.public_key)
  await db
    .insertInto('refresh_tokens')
    .values({ ...token, public_key: publicKey })
    .execute()
}

/** With which key a device of a user last said that it signs. */
export async function findDeviceKey(
  db: Db,
  userId: string,
  deviceId: string,
): Promise<RefreshTokenRow['public_key']> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('public_key')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.public_key ?? null
}

export async function findRefreshToken(db: Db, tokenHash: string): Promise<RefreshTokenRow | undefined> {
  return await db
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function lockRefreshToken(db: Db, tokenHash: string): Promise<RefreshTokenRow | undefined> {
  return await db
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores the first use; later uses do not change it, so that the grace for a lost answer does not grow. */
export async function updateRefreshTokenUsed(db: Db, tokenHash: string, at: string): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .execute()
}

export async function revokeTokenFamily(db: Db, familyId: string, at: string): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ revoked_at: at })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every session of a user. */
export async function revokeUserSessions(db: Db, userId: string, at: string): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** When each of a user's devices got the tokens that still count. */
export async function listLiveTokens(
  db: Db,
  userId: string,
  now: string,
): Promise<{ device_id: string; created_at: string }[]> {
  return await db
    .selectFrom('refresh_tokens')
    .select(['device_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Ends the sessions of a user on one device. */
export async function revokeDeviceSessions(
  db: Db,
  userId: string,
  deviceId: string,
  at: string,
): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Whether a session was not ended. */
export async function isSessionOpen(db: Db, userId: string, familyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('family_id', '=', familyId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes what a user cannot use any more. */
export async function deleteExpiredTokens(db: Db, userId: string, now: string): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('user_id', '=', userId).where('expires_at', '<', now).execute()
}

/** Ends every session of every user, after a restore. */
export async function revokeAllSessions(db: Db, at: string): Promise<void> {
  await db.updateTable('refresh_tokens').set({ revoked_at: at }).where('revoked_at', 'is', null).execute()
}
