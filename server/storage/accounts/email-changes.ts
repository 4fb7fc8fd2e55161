import type { Db } from '../schema.ts'

/** Stores the address a user wants until it is confirmed; a new request replaces the one before. */
export async function upsertEmailChange(
  db: Db,
  change: {
    readonly user_id: string
    readonly token_hash: string
    readonly email: string
    readonly expires_at: string
  },
): Promise<void> {
  const { token_hash, email, expires_at } = change
  await db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, email, expires_at }))
    .execute()
}

/** The address that a user wants, or confirmed already, by a link that can still be opened at `now`. */
export async function findEmailChange(
  db: Db,
  userId: string,
  now: string,
): Promise<{ readonly email: string; readonly token_hash: string } | undefined> {
  return await db
    .selectFrom('email_changes')
    .select(['email', 'token_hash'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function deleteEmailChange(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

export async function updateEmail(db: Db, userId: string, email: string): Promise<void> {
  await db.updateTable('users').set({ email }).where('id', '=', userId).execute()
}

export async function updateMobile(db: Db, userId: string, mobile: string): Promise<void> {
  await db.updateTable('users').set({ mobile }).where('id', '=', userId).execute()
}
