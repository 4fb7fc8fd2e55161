import type { Caller } from '#api/call.ts'
import { listenToEvents } from '#api/event-stream.ts'
import { CHANGES_STREAM_PATH, type Notification, readChangeEvent } from '#contract/notifications.ts'
import { notificationText } from '#i18n/notification-text.ts'
import type { Account } from '#session/account.ts'
import { accountTokens } from '#session/account-caller.ts'
import { renewPush } from '#session/push-registration.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import { followChanges } from '#sync/inbox/follow-changes.ts'
import { hasChanges } from '#sync/inbox/has-changes.ts'
import { notifyUser } from '#sync/inbox/notify-user.ts'
import { clearShownNotifications } from './clear-shown-notifications.ts'
import { coalesce } from './coalesce.ts'
import { pushDeps, readPushStatus } from './device-notifications.ts'
import { pagePorts } from './page-ports.ts'
import { queueToast } from './queue-toast.ts'
import { shownLanguage, syncLanguage } from './sync-language.ts'

const isVisible = () => document.visibilityState === 'visible'

/**
 * While the app is visible: fetches what the server announces, and shows notifications in the app where the phone
 * cannot. Also stores what notifications need while the app is closed: address, language, badge. Returns the function
 * that stops it.
 */
export function startLiveUpdates(
  account: Account,
  deps: SessionDeps,
  { call, requestSync }: { readonly call: Caller; readonly requestSync: (reason: SyncTrigger) => void },
): () => void {
  const { locks, prefix, fetch } = deps
  const stream = { prefix, tokens: accountTokens(deps, account), ...(fetch ? { fetch } : {}) }
  let openStream: AbortController | undefined

  /** The last position of the feed that the server reported; `undefined` where it did not. */
  let knownUpTo: string | undefined

  const ignoreErrors = (work: Promise<unknown>) => void work.catch(() => undefined)

  async function notifyChanges(): Promise<void> {
    // Where push is on, the phone shows notifications itself; the service worker gets them by push.
    if ((await readPushStatus(account)) === 'on') return
    const show = (notifications: readonly Notification[]) => {
      const { title, body } = notificationText(shownLanguage(), notifications)
      const hasFailure = notifications.some(({ event }) => event !== 'invoice-issued')
      // Not awaited: another window may show the next notification meanwhile.
      ignoreErrors(queueToast(`${title}. ${body}`, hasFailure ? 'bad' : 'good'))
    }
    await notifyUser(account, { locks, call }, show, knownUpTo)
  }

  const fetchChanges = coalesce(async () => {
    if (await hasChanges(account, locks, knownUpTo)) requestSync('push')
  })

  // A hundred receipts at once are a hundred changes, but one request.
  const notifyCoalesced = coalesce(notifyChanges)

  function restartStream(): void {
    openStream?.abort()
    openStream = undefined
    if (!isVisible()) return
    const controller = new AbortController()
    openStream = controller
    // With the app visible, the person has seen what the phone showed.
    ignoreErrors(clearShownNotifications(account.id))
    ignoreErrors(
      followChanges(
        account.id,
        {
          ports: pagePorts,
          locks,
          listen: (signal, onEvent) => listenToEvents(stream, CHANGES_STREAM_PATH, { signal, onEvent }),
        },
        {
          stop: controller.signal,
          onChange: (data) => {
            knownUpTo = readChangeEvent(data)
            fetchChanges()
            notifyCoalesced()
          },
        },
      ),
    )
  }

  const stopLanguageSync = syncLanguage(account, { call, local: deps.local })
  ignoreErrors(renewPush(account, pushDeps(call)))
  document.addEventListener('visibilitychange', restartStream)
  restartStream()
  return () => {
    document.removeEventListener('visibilitychange', restartStream)
    stopLanguageSync()
    openStream?.abort()
  }
}
