import { readMeta, readMetas, writeMeta } from '#data/meta.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { staleWords } from '#i18n/stale-words.ts'
import { heldLanes } from '#sync/files/held-files.ts'
import { readStatus } from '#sync/status.ts'
import { clock, type WorkerAccount } from './accounts.ts'
import { scope } from './worker-scope.ts'

const LONG_MS = 12 * 60 * 60_000

/** Whether the person allowed this app to show notifications; a worker cannot ask. */
function mayTell(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted'
}

/**
 * Tells the person when work of an account has waited for more than 12 hours: they may not have opened the app since.
 * Once in 12 hours at most, and only where notifications were allowed.
 */
export async function tellStale({ account, deps }: WorkerAccount): Promise<void> {
  if (!mayTell()) return
  const { db } = account
  const { oldestPendingAt, pendingCount } = await readStatus(db)
  // What waits because its person wished it is not late.
  if (pendingCount <= (await heldLanes(db, deps.line?.())).size) return
  const now = clock.now()
  if (oldestPendingAt === null || now - instantMs(oldestPendingAt) <= LONG_MS) return
  const told = await readMeta(db, 'stale-told')
  if (told !== undefined && now >= told && now - told < LONG_MS) return
  const pages = await scope.clients.matchAll({ type: 'window' })
  // Who looks at the app sees it there.
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const [chosen, session] = await readMetas(db, ['language', 'session'])
  const language = chosen ?? session?.user.language ?? 'sw'
  const { title, body } = staleWords(language, pendingCount)
  await scope.registration.showNotification(title, {
    body,
    tag: `stale ${account.id}`,
    lang: language,
    data: { account: account.id, path: '/sync', news: [] },
  })
  await writeMeta(db, 'stale-told', now)
}
