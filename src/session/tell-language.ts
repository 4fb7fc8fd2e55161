import type { Caller } from '#api/call.ts'
import { guarded } from '#data/guard.ts'
import { readMetas, removeMeta, writeMeta } from '#data/meta.ts'
import type { Account } from './account.ts'
import type { LocalSessionStore } from './local-session-store.ts'

type Language = 'en' | 'sw'
type LanguageDeps = { readonly call: Caller; readonly local: LocalSessionStore | null }

/** Notes that the person shows this language now; their account speaks it once the server has heard. */
export async function wishLanguage({ db }: Account, language: Language): Promise<void> {
  await guarded(db, async () => {
    const [session] = await readMetas(db, ['session'])
    if (session?.user.language === language) await removeMeta(db, 'language-wish')
    else await writeMeta(db, 'language-wish', language)
  })
}

/**
 * Tells the server which language the person chose, so that mails and messages speak it and a new phone starts with
 * it. Does nothing when nothing was chosen; without an answer the wish stays for the next time.
 */
export async function tellLanguage(account: Account, { call, local }: LanguageDeps): Promise<void> {
  const { db } = account
  const [language] = await guarded(db, () => readMetas(db, ['language-wish']))
  if (language === undefined) return
  const outcome = await call('session.choose-language', { language })
  if (outcome.kind !== 'answered') return
  await guarded(db, () =>
    db.transaction('rw', db.meta, async () => {
      const [session, wish] = await readMetas(db, ['session', 'language-wish'])
      if (session) await writeMeta(db, 'session', { ...session, user: { ...session.user, language } })
      // Chosen once more while the request was under way: that is still to be told.
      if (wish === language) await removeMeta(db, 'language-wish')
    }),
  )
  const kept = local?.read()
  if (kept && kept.user.id === account.userId) {
    local?.write({ ...kept, user: { ...kept.user, language } })
  }
}
