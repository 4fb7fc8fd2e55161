import type { Caller } from '#api/call.ts'
import type { Notification } from '#contract/notifications.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import type { Locks } from '#session/locks.ts'

export type NotifyResult =
  | { readonly kind: 'told' }
  /** There was nothing new, or another page or the worker has shown it already. */
  | { readonly kind: 'nothing' }
  /** The server could not be asked. */
  | { readonly kind: 'failed' }

/** Longer than one question takes: a page that was frozen during it must not keep the worker from notifying. */
const LONGEST_MS = 30_000

/**
 * Asks what happened since the last notification on this phone, and shows it once: page and worker take turns, and
 * the account's database stores the position up to which the person was notified. What happened before the first call
 * is not shown. `upTo` is the current position of the feed, where known: if the person was notified up to it, the
 * server is not asked.
 */
export function notifyUser(
  account: Account,
  { locks, call }: { readonly locks: Locks; readonly call: Caller },
  show: (news: readonly Notification[]) => Promise<void> | void,
  upTo?: string,
): Promise<NotifyResult> {
  const { db } = account
  const notify = async (): Promise<NotifyResult> => {
    const notifiedUpTo = await findMeta(db, 'told')
    if (notifiedUpTo !== undefined && notifiedUpTo === upTo) return { kind: 'nothing' }
    const outcome = await call(
      'notifications.read',
      notifiedUpTo === undefined ? {} : { after: notifiedUpTo },
    )
    if (outcome.kind !== 'answered') return { kind: 'failed' }
    // Another page took its turn while this one was frozen, and has shown it.
    if ((await findMeta(db, 'told')) !== notifiedUpTo) return { kind: 'nothing' }
    const { notifications, upTo: newNotifiedUpTo } = outcome.value
    const unseen = notifiedUpTo === undefined ? [] : notifications
    // Shown before it is stored: after a crash in between it is shown again, replacing the first one.
    if (unseen.length > 0) await show(unseen)
    await upsertMeta(db, 'told', newNotifiedUpTo)
    return { kind: unseen.length > 0 ? 'told' : 'nothing' }
  }
  return locks.exclusive(`news:${account.id}`, notify, { longestMs: LONGEST_MS })
}
