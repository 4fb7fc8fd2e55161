import type { PushAddress } from '#contract/notifications.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { addressOf } from '#session/push-address.ts'
import { openAccounts } from './accounts.ts'
import { scope } from './worker-scope.ts'

/** Subscribes again to the same server, where the browser has not made a new address itself. */
async function subscribeAgain(event: PushSubscriptionChangeEvent): Promise<PushAddress | undefined> {
  const newSubscription = event.newSubscription
  if (newSubscription) return addressOf(newSubscription)
  const key = event.oldSubscription?.options.applicationServerKey
  if (!key) return undefined
  const subscription = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  return addressOf(subscription)
}

async function renew(event: PushSubscriptionChangeEvent): Promise<void> {
  const address = await subscribeAgain(event).catch(() => undefined)
  let isTaken = false
  // The one used last comes first.
  for (const { account, deps } of await openAccounts()) {
    const known = await findMeta(account.db, 'push')
    if (!known) continue
    const byToken = known.address?.includes('"kind":"fcm"') ?? false
    // An address has messages of one account: registered for another one, it would end the one in use.
    const outcome =
      address && !byToken && !isTaken
        ? await deps.call('notifications.register', { account: account.id, address })
        : undefined
    if (outcome?.kind === 'answered') isTaken = true
    // What could not be done here (tokens of Firebase are made by the page) is done when the app is next opened.
    const stored = outcome?.kind === 'answered' ? JSON.stringify(address) : null
    await upsertMeta(account.db, 'push', { address: stored })
  }
}

/** The browser has changed its push address: the server gets the new one now, or later from the page. */
export function onSubscriptionChange(event: PushSubscriptionChangeEvent): void {
  event.waitUntil(renew(event))
}
