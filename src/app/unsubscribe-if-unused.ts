import { openAccountDatabase } from '#data/account-database.ts'
import { findMetas } from '#data/meta.ts'
import type { Ports } from '#data/ports.ts'
import { listAccounts, openRegistry } from '#data/registry.ts'
import { clearShownNotifications } from './clear-shown-notifications.ts'
import { unsubscribePush } from './subscribe-push.ts'

/**
 * Whether an account wants notifications on this phone: they are on, and the user is signed in or locked by a PIN.
 */
async function wantsPush(ports: Ports, accountId: string): Promise<boolean> {
  try {
    const db = await openAccountDatabase(accountId, ports)
    try {
      const [push, tokens, sealed] = await findMetas(db, ['push', 'tokens', 'sealed'])
      return push !== undefined && (tokens !== undefined || sealed !== undefined)
    } finally {
      db.close()
    }
  } catch {
    // When in doubt keep the address: otherwise a colleague would get no notifications. The worker shows none to
    // users who are signed out.
    return true
  }
}

/**
 * Ends the push messages of an account that leaves this browser or turned them off. All accounts of a browser share
 * one push address, so it is given up only when no other account uses it.
 */
export async function unsubscribeIfUnused(
  ports: Ports,
  accountId: string,
  unsubscribe: () => Promise<void> = unsubscribePush,
): Promise<void> {
  const registry = await openRegistry(ports)
  try {
    const otherAccounts = (await listAccounts(registry)).filter(({ id }) => id !== accountId)
    const wanted = await Promise.all(otherAccounts.map(({ id }) => wantsPush(ports, id)))
    if (!wanted.includes(true)) await unsubscribe()
  } finally {
    registry.close()
  }
}

/**
 * Ends the notifications of an account that leaves this browser: the next person of the phone sees none of them, and no
 * message comes for it unless another account uses the address.
 */
export async function leaveNotifications(
  ports: Ports,
  accountId: string,
  unsubscribe: () => Promise<void> = unsubscribePush,
): Promise<void> {
  await clearShownNotifications(accountId).catch(() => undefined)
  await unsubscribeIfUnused(ports, accountId, unsubscribe)
}
