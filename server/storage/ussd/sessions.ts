import type { UssdState } from '#domain/ussd/ussd-state.ts'
import type { Db } from '../schema.ts'

export type UssdSession = {
  readonly dialed: string
  readonly reply: string | null
  readonly state: UssdState | null
}

/** The session under a key, made when it is new, locked until the transaction ends: a twin of the request waits. */
export async function lockUssdSession(
  db: Db,
  key: string,
  { dialed, at }: { readonly dialed: string; readonly at: string },
): Promise<UssdSession> {
  return await db
    .insertInto('ussd_sessions')
    .values({ key, phone_id: null, dialed, reply: null, state: null, changed_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ changed_at: at }))
    .returning(['dialed', 'reply', 'state'])
    .executeTakeFirstOrThrow()
}

/** Keeps the answer of a session, for a repeat of the request and for the next one. */
export async function saveUssdSession(
  db: Db,
  key: string,
  session: UssdSession & { readonly phoneId: string | null },
): Promise<void> {
  const { dialed, reply, state, phoneId } = session
  await db
    .updateTable('ussd_sessions')
    .set({ dialed, reply, state: state && JSON.stringify(state), phone_id: phoneId })
    .where('key', '=', key)
    .execute()
}

/** The last session of a number since a moment that was left with items in it, except this one. */
export async function findUnfinished(
  db: Db,
  phoneId: string,
  { except, since }: { readonly except: string; readonly since: string },
): Promise<UssdState | undefined> {
  const rows = await db
    .selectFrom('ussd_sessions')
    .select('state')
    .where('phone_id', '=', phoneId)
    .where('key', '<>', except)
    .where('changed_at', '>=', since)
    .where('state', 'is not', null)
    .orderBy('changed_at', 'desc')
    .execute()
  const found = rows.map(({ state }) => state).find((state) => (state?.draft?.lines.length ?? 0) > 0)
  return found ?? undefined
}

/** Takes what other sessions of the number left, so that it is not offered twice. */
export async function clearOtherSessions(db: Db, phoneId: string, except: string): Promise<void> {
  await db
    .updateTable('ussd_sessions')
    .set({ state: null })
    .where('phone_id', '=', phoneId)
    .where('key', '<>', except)
    .where('state', 'is not', null)
    .execute()
}

/** Deletes what ended before a moment. */
export async function deleteOldSessions(db: Db, before: string): Promise<void> {
  await db.deleteFrom('ussd_sessions').where('changed_at', '<', before).execute()
}
