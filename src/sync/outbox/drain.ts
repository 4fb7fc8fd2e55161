import { findMetas, INITIAL_DRAIN_STATE } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { decideBackoff } from '../connection/backoff.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import type { SyncPriority } from '../connection/sync-trigger.ts'
import { BUSY, DrainSession, type SliceEnd } from './drain-session.ts'
import { isLeaseExpired } from './lease.ts'

export type SliceOptions = {
  readonly priority: SyncPriority
  /** Ends the slice early, between two requests. */
  readonly stop?: AbortSignal
}

/**
 * Sends what is due until nothing is, or twenty seconds are over. One at a time per account, by a lock that is never
 * held while waiting. The lock only saves work; the ledger of the server ensures that nothing is executed twice.
 */
export async function drainSlice(
  account: Account,
  deps: SyncDeps,
  { priority, stop }: SliceOptions,
): Promise<SliceEnd> {
  const stored = await findMetas(account.db, ['pending', 'drain'])
  const [pending = 0, state = INITIAL_DRAIN_STATE] = stored
  if (pending === 0) return { kind: 'empty', dueInMs: null, serverReached: true }
  // Every sale calls this, also while the connection is known to be down: nothing is written then.
  const backoff = decideBackoff(state, priority, deps.ports.clock.now())
  if (backoff.kind === 'closed')
    return { kind: 'waiting', dueInMs: backoff.forMs, heldBack: true, serverReached: true }
  const name = `drain:${account.id}`
  const work = ({ exclusive }: { readonly exclusive: boolean }) =>
    new DrainSession(account, deps, { exclusive, ...(stop ? { stop } : {}) }).run(priority)
  const sliceEnd = await deps.locks.tryExclusive(name, work)
  if (sliceEnd) return sliceEnd
  if (await isLeaseExpired(account, deps.ports.clock.now())) {
    const taken = await deps.locks.tryExclusive(name, work, { steal: true })
    if (taken) return taken
  }
  return BUSY
}
