import type { Caller } from '#api/call.ts'
import type { Notification } from '#contract/notifications.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import type { Locks } from '#session/locks.ts'

export type Telling =
  | { readonly kind: 'told' }
  /** There was nothing new: somebody else on this phone has told it already. */
  | { readonly kind: 'nothing' }
  /** The server could not be asked. */
  | { readonly kind: 'failed' }

/**
 * Asks what happened since this phone last told its person, and tells it once: page and worker take turns, and how far
 * was told stands in the account's database. What happened before the first time is not told. `upTo` is how far the
 * feed is, where that is known: what was told up to there need not be asked for.
 */
export function tellNews(
  account: Account,
  { locks, call }: { readonly locks: Locks; readonly call: Caller },
  show: (news: readonly Notification[]) => Promise<void> | void,
  upTo?: string,
): Promise<Telling> {
  const { db } = account
  return locks.exclusive(`news:${account.id}`, async () => {
    const told = await guarded(db, () => readMeta(db, 'told'))
    if (told !== undefined && told === upTo) return { kind: 'nothing' }
    const outcome = await call('notifications.read', told === undefined ? {} : { after: told })
    if (outcome.kind !== 'answered') return { kind: 'failed' }
    const { notifications, upTo: toldUpTo } = outcome.value
    const news = told === undefined ? [] : notifications
    // Shown first: who dies in between shows it again, in the same place.
    if (news.length > 0) await show(news)
    await guarded(db, () => writeMeta(db, 'told', toldUpTo))
    return { kind: news.length > 0 ? 'told' : 'nothing' }
  })
}
