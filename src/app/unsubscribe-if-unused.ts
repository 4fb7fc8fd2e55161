import { openAccountDatabase } from '#data/account-database.ts'
import { findMetas } from '#data/meta.ts'
import type { Ports } from '#data/ports.ts'
import { listAccounts, openRegistry } from '#data/registry.ts'
import { unsubscribePush } from './subscribe-push.ts'

/** Whether somebody wants to be told on this phone: notifications turned on, and signed in or locked by a PIN. */
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
    // Rather an address too many than a colleague who hears nothing: the worker shows nothing of who is signed out.
    return true
  }
}

/**
 * Ends what is sent to this browser for an account that leaves it or wants to hear nothing more. The browser has one
 * address for all who share it: that is taken back only when nobody else here is told under it.
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
