import { guarded } from '#data/guard.ts'
import { writeMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { tellLanguage, wishLanguage } from '#session/tell-language.ts'

export function shownLanguage(): 'en' | 'sw' {
  return document.documentElement.lang === 'en' ? 'en' : 'sw'
}

/**
 * Notes the language of the screens where the worker finds it, now and whenever it changes; a change the person makes
 * is told to the server as well, as soon as there is a line. Gives the function that stops it.
 */
export function keepLanguage(account: Account, deps: Parameters<typeof tellLanguage>[1]): () => void {
  const { db } = account
  const keep = () => guarded(db, () => writeMeta(db, 'language', shownLanguage()))
  const tell = () => void tellLanguage(account, deps).catch(() => undefined)
  const changed = () =>
    void keep()
      .then(() => wishLanguage(account, shownLanguage()))
      .then(tell)
      .catch(() => undefined)
  keep().catch(() => undefined)
  tell()
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
  window.addEventListener('online', tell)
  return () => {
    observer.disconnect()
    window.removeEventListener('online', tell)
  }
}
