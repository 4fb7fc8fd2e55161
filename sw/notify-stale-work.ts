import { findMeta, findMetas, upsertMeta } from '#data/meta.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { staleWorkMessage } from '#i18n/stale-work-messages.ts'
import { listDeferredFileKeys } from '#sync/attachments/deferred-files.ts'
import { readStatus } from '#sync/status.ts'
import { clock, type WorkerAccount } from './accounts.ts'
import { scope } from './worker-scope.ts'

const STALE_AFTER_MS = 12 * 60 * 60_000

/** Whether the person allowed this app to show notifications; a worker cannot ask. */
function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted'
}

/**
 * Notifies the person when work of an account has waited for more than 12 hours: they may not have opened the app
 * since. Once in 12 hours at most, and only where notifications were allowed.
 */
export async function notifyStaleWork({ account, deps }: WorkerAccount): Promise<void> {
  if (!mayNotify()) return
  const { db } = account
  const { oldestPendingAt, pendingCount } = await readStatus(db)
  // Files that wait for Wi-Fi by the person's setting are not late.
  if (pendingCount <= (await listDeferredFileKeys(db, deps.connection?.())).size) return
  const now = clock.now()
  if (oldestPendingAt === null || now - instantMs(oldestPendingAt) <= STALE_AFTER_MS) return
  const notifiedAt = await findMeta(db, 'stale-told')
  if (notifiedAt !== undefined && now >= notifiedAt && now - notifiedAt < STALE_AFTER_MS) return
  const pages = await scope.clients.matchAll({ type: 'window' })
  // With the app visible, the person sees it there.
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const [chosen, session] = await findMetas(db, ['language', 'session'])
  const language = chosen ?? session?.user.language ?? 'sw'
  const { title, body } = staleWorkMessage(language, pendingCount)
  await scope.registration.showNotification(title, {
    body,
    tag: `stale ${account.id}`,
    lang: language,
    data: { account: account.id, path: '/sync', news: [] },
  })
  await upsertMeta(db, 'stale-told', now)
}
