import { upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { saveLanguageChoice, sendLanguageChoice } from '#session/send-language-choice.ts'

export function shownLanguage(): 'en' | 'sw' {
  return document.documentElement.lang === 'en' ? 'en' : 'sw'
}

/**
 * Stores the language of the screens for the worker, now and at every change. A change that the person makes is also
 * sent to the server once there is a connection. Returns the function that stops it.
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
