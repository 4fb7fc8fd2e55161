import { upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { saveLanguageChoice, sendLanguageChoice } from '#session/send-language-choice.ts'

export function shownLanguage(): 'en' | 'sw' {
  return document.documentElement.lang === 'en' ? 'en' : 'sw'
}

/**
 * Notes the language of the screens where the worker finds it, now and whenever it changes; a change the person makes
 * is told to the server as well, as soon as there is a line. Gives the function that stops it.
 */
export function syncLanguage(account: Account, deps: Parameters<typeof sendLanguageChoice>[1]): () => void {
  const { db } = account
  const saveLanguage = () => upsertMeta(db, 'language', shownLanguage())
  const sendLanguage = () => void sendLanguageChoice(account, deps).catch(() => undefined)
  const onLanguageChange = () =>
    void saveLanguage()
      .then(() => saveLanguageChoice(account, shownLanguage()))
      .then(sendLanguage)
      .catch(() => undefined)
  saveLanguage().catch(() => undefined)
  sendLanguage()
  const observer = new MutationObserver(onLanguageChange)
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
  window.addEventListener('online', sendLanguage)
  return () => {
    observer.disconnect()
    window.removeEventListener('online', sendLanguage)
  }
}
