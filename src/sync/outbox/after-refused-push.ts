import { findMeta, INITIAL_DRAIN_STATE, NO_CONTACT, upsertMeta } from '#data/meta.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Account } from '#session/account.ts'
import { deleteRefusedGrant, findValidGrant } from '#session/delivery-grant.ts'
import { stateAfter } from '../connection/backoff.ts'
import type { NextAction } from '../connection/next-action.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import type { PushCredential } from './push-batch.ts'

/**
 * The answer is not from our server, or not in a known format. A ping distinguishes the login page of a Wi-Fi from an
 * address that our server no longer serves (then the app needs an update).
 */
export async function probeServer(
  account: Account,
  deps: SyncDeps,
  nextAction: Extract<NextAction, { kind: 'probe' }>,
): Promise<boolean> {
  const { db } = account
  const nonce = deps.ports.newId()
  const outcome = await deps.call('sync.ping', { nonce }, { timeoutMs: 10_000 })
  const isOurServer = outcome.kind === 'answered' && outcome.value.nonce === nonce
  if (!isOurServer) return false
  const retired = [404, 410, 426].includes(nextAction.status)
  await workTransaction(db, async () => {
    const contact = (await findMeta(db, 'contact')) ?? NO_CONTACT
    await upsertMeta(db, 'contact', { ...contact, online: true })
    if (!retired) return
    const state = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
    const hold = { kind: 'hold', paused: { kind: 'upgrade', code: 'UPGRADE_REQUIRED' } } as const
    await upsertMeta(db, 'drain', stateAfter(state, hold, deps.ports.clock.now()))
  })
  return true
}

/**
 * A bearer or grant was not accepted. When there is another credential by now, the pause ends and that one is tried.
 */
export async function tryOtherCredential(
  account: Account,
  deps: SyncDeps,
  by: PushCredential,
): Promise<void> {
  const { db } = account
  if (by === 'nobody') return
  if (by !== 'bearer') await deleteRefusedGrant(account, by.grant)
  const tokens = await findMeta(db, 'tokens')
  const grant = await findValidGrant(account, deps.ports.clock.now())
  // While a request under a grant is under way the person may log in, which invalidates an older grant.
  const other = by === 'bearer' ? !tokens && grant : (tokens ?? grant)
  if (other) await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
}
