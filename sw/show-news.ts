import { readMeta } from '#data/meta.ts'
import { type News, notificationWords, pathOfNews } from '#i18n/notification-words.ts'
import { tellNews } from '#sync/inbox/tell-news.ts'
import type { WorkerAccount } from './accounts.ts'
import { scope } from './worker-scope.ts'

/** More than this a person does not read one by one; the words say how many. */
const KEPT_NEWS = 50

/** What a notification of ours carries for the tap on it. */
export type NotificationData = {
  readonly account: string
  readonly path: string
  readonly news: readonly News[]
}

export function readNotificationData(data: unknown): NotificationData | undefined {
  if (typeof data !== 'object' || data === null || !('account' in data && 'path' in data && 'news' in data)) {
    return undefined
  }
  // The worker that shows a notification writes all three; no other program can.
  return data as NotificationData
}

async function isLookedAt(): Promise<boolean> {
  const pages = await scope.clients.matchAll({ type: 'window' })
  return pages.some(({ visibilityState }) => visibilityState === 'visible')
}

/** Shows how much waits to be seen on the icon of the app, where it has one that can. */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await navigator.setAppBadge(count).catch(() => undefined)
}

/** What is shown of this account already and was not looked at. */
async function unseenNews(accountId: string): Promise<readonly News[]> {
  const shown = await scope.registration.getNotifications({ tag: accountId })
  return shown.flatMap(({ data }) => readNotificationData(data)?.news ?? [])
}

async function show({ account }: WorkerAccount, fresh: readonly News[]): Promise<void> {
  const news = [...(await unseenNews(account.id)), ...fresh].slice(-KEPT_NEWS)
  const session = await readMeta(account.db, 'session')
  const language = (await readMeta(account.db, 'language')) ?? session?.user.language ?? 'sw'
  const { title, body } = notificationWords(language, news)
  const data: NotificationData = { account: account.id, path: pathOfNews(news), news }
  await scope.registration.showNotification(title, {
    body,
    tag: account.id,
    lang: language,
    icon: '/icons/icon-192.png',
    // Who looks at the app sees it change; browsers still want every push to be shown.
    silent: await isLookedAt(),
    data,
  })
  await setBadge(news.length)
}

/** Tells an account's person what is new, in one notification. Without an answer of the server only that there is. */
export async function showNews(entry: WorkerAccount): Promise<void> {
  const { account, deps } = entry
  const telling = await tellNews(account, deps, (news) => show(entry, news))
  if (telling.kind === 'failed') await show(entry, [])
}
