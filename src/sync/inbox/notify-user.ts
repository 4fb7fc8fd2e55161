import type { Caller } from '#api/call.ts'
import type { Notification } from '#contract/notifications.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import type { Locks } from '#session/locks.ts'

export type NotifyResult =
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
export function notifyUser(
  account: Account,
  { locks, call }: { readonly locks: Locks; readonly call: Caller },
  show: (news: readonly Notification[]) => Promise<void> | void,
  upTo?: string,
): Promise<NotifyResult> {
  const { db } = account
  return locks.exclusive(`news:${account.id}`, async () => {
    const notifiedUpTo = await findMeta(db, 'told')
    if (notifiedUpTo !== undefined && notifiedUpTo === upTo) return { kind: 'nothing' }
    const outcome = await call(
      'notifications.read',
      notifiedUpTo === undefined ? {} : { after: notifiedUpTo },
    )
    if (outcome.kind !== 'answered') return { kind: 'failed' }
    const { notifications, upTo: newNotifiedUpTo } = outcome.value
    const unseen = notifiedUpTo === undefined ? [] : notifications
    // Shown first: who dies in between shows it again, in the same place.
    if (unseen.length > 0) await show(unseen)
    await upsertMeta(db, 'told', newNotifiedUpTo)
    return { kind: unseen.length > 0 ? 'told' : 'nothing' }
  })
}
