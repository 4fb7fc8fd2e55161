import type { Db } from '../schema.ts'

export type SecondFactor = {
  readonly sealedSecret: string
  readonly confirmed: boolean
  /** When it was switched on. */
  readonly confirmedAt: string | null
  /** The time step of the last code that was accepted: none counts twice. */
  readonly lastStep: number
}

/** The second factor of a user, locked until the transaction ends; `undefined` when none was begun. */
export async function lockSecondFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      sealedSecret: row.sealed_secret,
      confirmed: row.confirmed_at !== null,
      confirmedAt: row.confirmed_at,
      lastStep: Number(row.last_step),
    }
  )
}

/** Whether a user has it on, and how many recovery codes are left. */
export async function countRecoveryCodes(
  db: Db,
  userId: string,
): Promise<{ readonly on: boolean; readonly left: number }> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const codes = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return { on: row !== undefined, left: codes.length }
}

/** Begins a second factor; one that was begun before and not confirmed is replaced. */
export async function insertSecondFactor(
  db: Db,
  factor: { readonly userId: string; readonly sealedSecret: string; readonly at: string },
): Promise<void> {
  const { userId, sealedSecret, at } = factor
  await deleteSecondFactor(db, userId)
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret, confirmed_at: null, created_at: at })
    .execute()
}

/** Records the time step of an accepted code, and since when the factor counts, where that is new. */
export async function updateLastStep(
  db: Db,
  userId: string,
  step: number,
  confirmedAt?: string,
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ last_step: String(step), ...(confirmedAt === undefined ? {} : { confirmed_at: confirmedAt }) })
    .where('user_id', '=', userId)
    .execute()
}

/** Gives a user new recovery codes; those before them no longer count. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute()
}

/** Uses a recovery code up; says whether there was such a code that had not been used. */
export async function takeRecoveryCode(db: Db, userId: string, hash: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Switches it off, with its recovery codes. Says whether there was one. */
export async function deleteSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
