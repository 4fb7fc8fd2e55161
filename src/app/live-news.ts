import type { Caller } from '#api/call.ts'
import { listenToEvents } from '#api/event-stream.ts'
import { CHANGES_STREAM_PATH, type Notification, readChangeEvent } from '#contract/notifications.ts'
import { notificationWords } from '#i18n/notification-words.ts'
import type { Account } from '#session/account.ts'
import { accountTokens } from '#session/account-caller.ts'
import { renewPush } from '#session/push-registration.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { followChanges } from '#sync/inbox/follow-changes.ts'
import { isNews } from '#sync/inbox/is-news.ts'
import { tellNews } from '#sync/inbox/tell-news.ts'
import type { KickReason } from '#sync/kick-reason.ts'
import { pushDeps, pushStanding } from './device-notifications.ts'
import { environment } from './environment.ts'
import { keepLanguage, shownLanguage } from './keep-language.ts'
import { onceMore } from './once-more.ts'
import { showPolitely } from './show-politely.ts'

const isVisible = () => document.visibilityState === 'visible'

/** Who looks at the app has seen what the phone showed. */
async function clearShown(accountId: string): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration || !('getNotifications' in registration)) return
  for (const shown of await registration.getNotifications({ tag: accountId })) shown.close()
}

/**
 * While somebody looks at the app: fetches what the server announces, and says what happened in the app itself where
 * the phone cannot. Also keeps what notifications need outside of it: address, language, badge. Gives the function
 * that stops it.
 */
export function startLiveNews(
  account: Account,
  deps: SessionDeps,
  { call, kick }: { readonly call: Caller; readonly kick: (reason: KickReason) => void },
): () => void {
  const { locks, prefix, fetch } = deps
  const stream = { prefix, tokens: accountTokens(deps, account), ...(fetch ? { fetch } : {}) }
  let looking: AbortController | undefined

  /** How far the server said its feed is, the last time; `undefined` where it did not. */
  let upTo: string | undefined

  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

  async function tell(): Promise<void> {
    // Where the phone shows it, the app need not; the worker is told by the push.
    if ((await pushStanding(account)) === 'on') return
    const show = (news: readonly Notification[]) => {
      const { title, body } = notificationWords(shownLanguage(), news)
      const bad = news.some(({ event }) => event !== 'invoice-issued')
      // Not waited for: another window may tell the next news meanwhile.
      quietly(showPolitely(`${title}. ${body}`, bad ? 'bad' : 'good'))
    }
    await tellNews(account, { locks, call }, show, upTo)
  }

  const fetchNews = onceMore(async () => {
    if (await isNews(account, locks, upTo)) kick('push')
  })

  // A hundred receipts at once are a hundred changes, and one question.
  const tellAll = onceMore(tell)

  function look(): void {
    looking?.abort()
    looking = undefined
    if (!isVisible()) return
    const mine = new AbortController()
    looking = mine
    quietly(clearShown(account.id))
    quietly(
      followChanges(
        account.id,
        {
          ports: environment,
          locks,
          listen: (signal, onEvent) => listenToEvents(stream, CHANGES_STREAM_PATH, { signal, onEvent }),
        },
        {
          stop: mine.signal,
          onChange: (data) => {
            upTo = readChangeEvent(data)
            fetchNews()
            tellAll()
          },
        },
      ),
    )
  }

  const forgetLanguage = keepLanguage(account, { call, local: deps.local })
  quietly(renewPush(account, pushDeps(call)))
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    forgetLanguage()
    looking?.abort()
  }
}
