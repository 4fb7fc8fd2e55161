import type { Caller } from '#api/call.ts'
import type { NotificationSettings, PushAddress } from '#contract/notifications.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import type { Account } from './account.ts'

/** How to subscribe to this server's push messages. */
export type PushServer = Pick<NotificationSettings, 'firebase' | 'webPushKey'>

export type PushDeps = {
  readonly call: Caller
  readonly wait: (ms: number) => Promise<void>
  /** Asks the browser for an address for messages of this server: the existing one, else a new one. May fail. */
  readonly subscribe: (server: PushServer) => Promise<PushAddress>
}

export type PushRegistered =
  | 'on'
  /** The server could not be asked. */
  | 'unreachable'
  /** The browser gives no address, or one that the server does not send to. */
  | 'impossible'

/** Service workers fail at times right after an update; a second later they do not (spec §7). */
const RETRY_MS = 1_000

async function addressFor(deps: PushDeps, server: PushServer): Promise<PushAddress | undefined> {
  try {
    return await deps.subscribe(server)
  } catch {
    await deps.wait(RETRY_MS)
  }
  try {
    return await deps.subscribe(server)
  } catch {
    return undefined
  }
}

/** Registers this device for messages of this account, and stores that the person wants them. */
export async function registerPush(account: Account, deps: PushDeps): Promise<PushRegistered> {
  const { db } = account
  const settings = await deps.call('notifications.settings', {})
  if (settings.kind !== 'answered') return 'unreachable'
  const { firebase, webPushKey, registered } = settings.value
  if (firebase === null && webPushKey === null) return 'impossible'
  const address = await addressFor(deps, { firebase, webPushKey })
  if (!address) return 'impossible'
  const text = JSON.stringify(address)
  const known = await findMeta(db, 'push')
  if (!registered || known?.address !== text) {
    const outcome = await deps.call('notifications.register', { account: account.id, address })
    if (outcome.kind === 'refused' && outcome.code === 'PUSH_ADDRESS_REFUSED') return 'impossible'
    if (outcome.kind !== 'answered') return 'unreachable'
  }
  await upsertMeta(db, 'push', { address: text })
  await startNotifying(account, deps.call)
  return 'on'
}

/** Earlier events are not shown: the first notification is about what comes after this. */
async function startNotifying({ db }: Account, call: Caller): Promise<void> {
  if ((await findMeta(db, 'told')) !== undefined) return
  const outcome = await call('notifications.read', {})
  if (outcome.kind === 'answered') await upsertMeta(db, 'told', outcome.value.upTo)
}

/**
 * Renews a registration that may have ended meanwhile: the person logged out and in again, or the browser changed its
 * address. Does nothing for a person who never turned notifications on.
 */
export async function renewPush(account: Account, deps: PushDeps): Promise<void> {
  const { db } = account
  if (await findMeta(db, 'push')) await registerPush(account, deps)
}

/** Turns notifications off; without a connection at least on this device. */
export async function unregisterPush(account: Account, call: Caller): Promise<void> {
  const { db } = account
  await deleteMeta(db, 'push')
  await call('notifications.unregister', {})
}
