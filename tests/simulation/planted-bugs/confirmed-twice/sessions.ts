import { saveUssdSession as save } from '#server/storage/ussd/sessions.ts'

/** A session that has ended is not kept: the same request again finds it as it was before. */
export const saveUssdSession: typeof save = async (db, key, session) => {
  if (!session.reply?.startsWith('END')) await save(db, key, session)
}
