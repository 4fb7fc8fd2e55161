import { accountOfTag } from '#sync/background-sync.ts'
import { drainAccounts } from './drain-accounts.ts'
import { scope } from './worker-scope.ts'

/** Chromium ends an event after three minutes; this leaves time to finish the current request. */
const BUDGET_MS = 100_000

/** Thrown so that the browser tries the tag again: three times, after 5 and 15 minutes. */
class WorkLeft extends Error {}

/** The browser reports a connection. With work left the event fails, so that the browser fires it again. */
export function onSync(event: SyncEvent): void {
  const accountId = accountOfTag(event.tag)
  if (accountId === undefined) return
  event.waitUntil(drain(accountId, event))
}

async function drain(accountId: string, event: SyncEvent): Promise<void> {
  const { workLeft } = await drainAccounts('sync', BUDGET_MS, accountId)
  if (!workLeft) return
  // After the last chance the tag is gone; registered again, it fires when the connection next returns.
  if (event.lastChance) await scope.registration.sync?.register(event.tag).catch(() => undefined)
  throw new WorkLeft(`work of ${accountId} is left`)
}

/** Twice a day at best, for an installed app. */
export function onPeriodicSync(event: PeriodicSyncEvent): void {
  event.waitUntil(drainAccounts('periodic', BUDGET_MS))
}
