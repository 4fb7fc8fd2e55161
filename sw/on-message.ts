import { findMeta } from '#data/meta.ts'
import { readWorkerMessage } from '#sync/worker-messages.ts'
import { clock, openAccounts, wait } from './accounts.ts'
import { drainAccounts, endDrainsOfOlderWorker } from './drain-accounts.ts'
import { onStarted } from './precache.ts'
import { scope } from './worker-scope.ts'

const BUDGET_MS = 60_000
const POLL_INTERVAL_MS = 500
/** Longer than any lease lasts. */
const MAX_WAIT_MS = 60_000

async function isDraining(): Promise<boolean> {
  const now = clock.now()
  for (const { account } of await openAccounts(undefined, true)) {
    const lease = await findMeta(account.db, 'drain-lease')
    if (lease && lease.until > now) return true
  }
  return false
}

/**
 * Takes over from the older worker, but not while a page or worker is sending: its answer should still be stored. The
 * browser activates no worker before the older one's events end, so those that wait are ended, also what begins meanwhile.
 */
async function activateWhenIdle(): Promise<void> {
  const end = clock.now() + MAX_WAIT_MS
  const endDrains = async () => {
    endDrainsOfOlderWorker()
    await wait(POLL_INTERVAL_MS)
  }
  do await endDrains()
  while (clock.now() < end && (await isDraining()))
  const activated = scope.skipWaiting()
  while (clock.now() < end && scope.registration.waiting) await endDrains()
  await activated
}

/** Messages from pages. Any other message is ignored. */
export function onMessage(event: ExtendableMessageEvent): void {
  const message = readWorkerMessage(event.data)
  switch (message?.type) {
    case 'KICK':
      event.waitUntil(drainAccounts('message', BUDGET_MS))
      return
    case 'SKIP_WAITING':
      event.waitUntil(activateWhenIdle())
      return
    case 'STARTED':
      event.waitUntil(Promise.all([onStarted(message.parts), scope.clients.claim()]))
      return
    case undefined:
  }
}
