import { readPushMessage } from '#contract/notifications.ts'
import { findMeta } from '#data/meta.ts'
import { openAccounts, type WorkerAccount } from './accounts.ts'
import { drainAccounts } from './drain-accounts.ts'
import { isSignedIn, showNotifications } from './show-notifications.ts'
import { scope } from './worker-scope.ts'

/** Chromium ends a push after 90 seconds; the notification should not wait for a slow connection that long. */
const BUDGET_MS = 20_000

/**
 * An account with notifications turned off shows none, even while the server does not know it yet and other accounts
 * of this browser still receive push messages.
 */
async function wantsNotifications({ account }: WorkerAccount): Promise<boolean> {
  return (await findMeta(account.db, 'push')) !== undefined
}

/**
 * No account here wants notifications any more: the push address is given up, so that the push service reports that
 * to the server, which could not be informed at the logout.
 */
async function unsubscribe(): Promise<void> {
  const accounts = await openAccounts()
  const signedIn = await Promise.all(accounts.map(isSignedIn))
  if (signedIn.includes(true)) return
  const subscription = await scope.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function receive(text: string | undefined): Promise<void> {
  const message = readPushMessage(text)
  if (!message) return
  const [entry] = await openAccounts(message.account)
  const signedIn = entry !== undefined && (await isSignedIn(entry))
  if (signedIn && !(await wantsNotifications(entry))) return
  if (signedIn) await drainAccounts('push', BUDGET_MS, message.account)
  if (signedIn) await showNotifications(entry)
  // Fetching takes a while: the person may have logged out, or the server ended the session.
  if (!signedIn || !(await isSignedIn(entry))) await unsubscribe()
}

/** The server announces changes for an account: they are fetched, stored, and shown to its user only. */
export function onPush(event: PushEvent): void {
  event.waitUntil(receive(event.data?.text()))
}
