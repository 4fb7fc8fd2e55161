import { findMeta, findMetas, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { serverRetryAfterMs, stateAfter } from './connection/backoff.ts'
import { requestedDelay } from './connection/retry-delay.ts'
import type { SyncDeps } from './connection/sync-deps.ts'
import type { SyncPriority } from './connection/sync-trigger.ts'
import { acquireLease, releaseLease } from './outbox/lease.ts'
import { preparePush } from './outbox/push-batch.ts'

/**
 * Says to the server that work of this phone is gone, once: it informs the owner. Its answer says how far it has this
 * phone's work, and what it has after all is not lost. Without an answer the next sync says it again. It is a push like
 * every other: never beside one of another page, and a wait that the server asks for counts.
 */
export async function reportLostWork(
  account: Account,
  deps: SyncDeps,
  priority: SyncPriority,
): Promise<void> {
  const [lost, drain = INITIAL_DRAIN_STATE] = await findMetas(account.db, ['lost-work', 'drain'])
  if (!lost || lost.reported || serverRetryAfterMs(drain, priority, deps.ports.clock.now()) > 0) return
  await deps.locks.tryExclusive(`drain:${account.id}`, () => reportUnderLease(account, deps))
}

/** With a lease, as for operations: another page takes the lock over when this one is frozen meanwhile. */
async function reportUnderLease(account: Account, deps: SyncDeps): Promise<void> {
  await acquireLease(account, deps.owner, deps.ports.clock.now())
  try {
    await report(account, deps)
  } finally {
    await releaseLease(account, deps.owner)
  }
}

async function report(account: Account, deps: SyncDeps): Promise<void> {
  const { db } = account
  const lost = await findMeta(db, 'lost-work')
  if (!lost || lost.reported) return
  const prepared = await preparePush(account, deps, [])
  if (!prepared?.packed) return
  const { request } = prepared
  const said = { count: lost.numbers.length, noticedAt: lost.noticedAt }
  const outcome = await deps.call('sync.push', { ...request, lost: said })
  if (outcome.kind === 'refused' && outcome.retryAfterMs !== null) {
    await keepQuiet(account, deps, outcome.retryAfterMs)
  }
  if (outcome.kind !== 'answered' || outcome.value.nonce !== request.nonce) return
  const { contiguousDeviceSeq } = outcome.value
  const numbers = lost.numbers.filter((number) => number > contiguousDeviceSeq)
  // Nothing when the person has seen to it meanwhile.
  await db.run(() => db.meta.update('lost-work', { value: { ...lost, numbers, reported: true } }))
}

async function keepQuiet({ db }: Account, { ports }: SyncDeps, retryAfterMs: number): Promise<void> {
  const ms = requestedDelay(retryAfterMs, ports.random())
  await db.transaction('rw', db.meta, async () => {
    const state = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
    const wait = { kind: 'wait', ms, requestedByServer: true, online: true } as const
    await upsertMeta(db, 'drain', { ...stateAfter(state, wait, ports.clock.now()), hold: state.hold })
  })
}
