import { findMeta, findMetas } from '#data/meta.ts'
import { type NotificationItem, notificationPath, notificationText } from '#i18n/notification-text.ts'
import { notifyUser } from '#sync/inbox/notify-user.ts'
import type { WorkerAccount } from './accounts.ts'
import { scope } from './worker-scope.ts'

/** More than this is not read one by one; the text says how many. */
const MAX_ITEMS = 50

/** The data that one of our notifications holds for a tap on it. */
export type NotificationData = {
  readonly account: string
  readonly path: string
  readonly news: readonly NotificationItem[]
}

export function readNotificationData(data: unknown): NotificationData | undefined {
  if (typeof data !== 'object' || data === null || !('account' in data && 'path' in data && 'news' in data)) {
    return undefined
  }
  // Only the worker writes these, and always all three.
  return data as NotificationData
}

async function isAppVisible(): Promise<boolean> {
  const pages = await scope.clients.matchAll({ type: 'window' })
  return pages.some(({ visibilityState }) => visibilityState === 'visible')
}

/** Shows the number of unseen notifications on the icon of the app, where the browser can. */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await navigator.setAppBadge(count).catch(() => undefined)
}

/** Notifications of this account that are shown and were not opened. */
async function unseenItems(accountId: string): Promise<readonly NotificationItem[]> {
  const shown = await scope.registration.getNotifications({ tag: accountId })
  return shown.flatMap(({ data }) => readNotificationData(data)?.news ?? [])
}

/** A locked phone still belongs to its user: the notification says that there are changes, but not which. */
export async function isSignedIn({ account }: WorkerAccount): Promise<boolean> {
  const [tokens, sealed] = await findMetas(account.db, ['tokens', 'sealed'])
  return tokens !== undefined || sealed !== undefined
}

async function show(entry: WorkerAccount, newItems: readonly NotificationItem[]): Promise<void> {
  const { account } = entry
  const items = [...(await unseenItems(account.id)), ...newItems].slice(-MAX_ITEMS)
  const session = await findMeta(account.db, 'session')
  const language = (await findMeta(account.db, 'language')) ?? session?.user.language ?? 'sw'
  const { title, body } = notificationText(language, items)
  const path = notificationPath(items, session?.user.user_type)
  const data: NotificationData = { account: account.id, path, news: items }
  // With the app visible, the person sees the change there; browsers still require a notification for every push.
  const silent = await isAppVisible()
  // Asking the server took a while. What a person who logged out was to read is not for the next one.
  if (!(await isSignedIn(entry))) return
  await scope.registration.showNotification(title, {
    ...{ body, tag: account.id, lang: language, icon: '/icons/icon-192.png', silent, data },
  })
  await setBadge(items.length)
}

/**
 * Shows what is new for an account, in one notification. Without an answer of the server it only says that there is
 * something new.
 */
export async function showNotifications(entry: WorkerAccount): Promise<void> {
  const { account, deps } = entry
  if (!(await isSignedIn(entry))) return
  const outcome = await notifyUser(account, deps, (items) => show(entry, items))
  if (outcome.kind === 'failed') await show(entry, [])
}
