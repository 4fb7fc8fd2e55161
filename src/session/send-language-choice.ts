import type { Caller } from '#api/call.ts'
import { deleteMeta, findMetas, upsertMeta } from '#data/meta.ts'
import type { Account } from './account.ts'
import type { LocalSessionStore } from './local-session-store.ts'

type Language = 'en' | 'sw'
type LanguageDeps = { readonly call: Caller; readonly local: LocalSessionStore | null }

/**
 * Stores the language that the person chose; the server gets it with the next contact, and then uses it for the
 * account.
 */
export async function saveLanguageChoice({ db }: Account, language: Language): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const [session] = await findMetas(db, ['session'])
    if (session?.user.language === language) await deleteMeta(db, 'language-wish')
    else await upsertMeta(db, 'language-wish', language)
  })
}

/**
 * Sends the chosen language to the server, so that mails and messages use it and a new phone starts with it. Does
 * nothing without a new choice; without an answer the choice is sent the next time.
 */
export async function sendLanguageChoice(account: Account, { call, local }: LanguageDeps): Promise<void> {
  const { db } = account
  const [language] = await findMetas(db, ['language-wish'])
  if (language === undefined) return
  const outcome = await call('session.choose-language', { language })
  if (outcome.kind !== 'answered') return
  await db.transaction('rw', db.meta, async () => {
    const [session, wish] = await findMetas(db, ['session', 'language-wish'])
    if (session) await upsertMeta(db, 'session', { ...session, user: { ...session.user, language } })
    // Chosen again while the request was under way: the new choice still has to be sent.
    if (wish === language) await deleteMeta(db, 'language-wish')
  })
  const kept = local?.read()
  if (kept && kept.user.id === account.userId) {
    local?.write({ ...kept, user: { ...kept.user, language } })
  }
}
