import { findMeta, findMetas, INITIAL_DRAIN_STATE, NO_CONTACT, upsertMeta } from '#data/meta.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Account } from '#session/account.ts'
import { deleteRefusedGrant, findValidGrant } from '#session/delivery-grant.ts'
import { decideBackoff, stateAfter } from '../connection/backoff.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import type { SyncPriority } from '../connection/sync-trigger.ts'
import type { NextAction } from './after-attempt.ts'
import { acquireLease, type Batch, isLeaseExpired, leaseBatch, releaseBatch, releaseLease } from './lease.ts'
import {
  type PreparedPush,
  type PushCredential,
  type PushOutcome,
  preparePush,
  pushBatch,
} from './push-batch.ts'
import { settle } from './settle.ts'

/** The lock is given up after this long, so that another page, or a newer worker, gets its turn. */
const SLICE_MS = 20_000

/** How a slice ended. `dueInMs` says when it is worth coming back; `null` when only outside news helps. */
export type SliceEnd = {
  readonly kind: 'empty' | 'waiting' | 'busy' | 'more'
  readonly dueInMs: number | null
  /** Our server could be reached, as far as this slice knows. */
  readonly serverReached: boolean
}

/** Another one is at work; it may have looked for the last time already, so come back soon. */
const BUSY: SliceEnd = { kind: 'busy', dueInMs: 2_000, serverReached: true }

export type SliceOptions = {
  readonly priority: SyncPriority
  /** Ends the slice before its time, between two requests. */
  readonly stop?: AbortSignal
}

/**
 * Sends what is due until nothing is, or twenty seconds are over. One at a time per account, by a lock that is never
 * held while waiting; that nothing is done twice is the server's ledger's work, not the lock's.
 */
export async function drainSlice(account: Account, deps: SyncDeps, options: SliceOptions): Promise<SliceEnd> {
  const stored = await findMetas(account.db, ['pending', 'drain'])
  const [pending = 0, state = INITIAL_DRAIN_STATE] = stored
  if (pending === 0) return { kind: 'empty', dueInMs: null, serverReached: true }
  // Every sale asks, also of a line known to be dead: then nothing is written, not even that somebody looked.
  const backoff = decideBackoff(state, options.priority, deps.ports.clock.now())
  if (backoff.kind === 'closed') return { kind: 'waiting', dueInMs: backoff.forMs, serverReached: true }
  const name = `drain:${account.id}`
  const work = ({ exclusive }: { readonly exclusive: boolean }) =>
    drainUnderLock(account, deps, options, exclusive)
  const sliceEnd = await deps.locks.tryExclusive(name, work)
  if (sliceEnd) return sliceEnd
  if (await isLeaseExpired(account, deps.ports.clock.now())) {
    const taken = await deps.locks.tryExclusive(name, work, { steal: true })
    if (taken) return taken
  }
  return BUSY
}

/** What comes next: a batch to send, or how the slice ends. */
type Next =
  | { readonly kind: 'batch'; readonly batch: Batch; readonly prepared: PreparedPush | undefined }
  | { readonly kind: 'end'; readonly end: Ending }
type PreparedBatch = Extract<Next, { kind: 'batch' }>
type Ending = Omit<SliceEnd, 'serverReached'> | typeof BUSY

type Answered = { readonly batch: Batch; readonly pushed: PushOutcome }

/** Our server answered this very request: what follows may go before the answer is stored. */
function isOurAnswer({ outcome, nonce }: PushOutcome): boolean {
  return outcome.kind === 'answered' && outcome.value.nonce === nonce
}

/** Waits for both, whatever becomes of the other: a request under way is never left behind. */
async function bothSettled<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([one, other])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}

/**
 * One request at a time. While it travels, the answer of the one before is stored and the next batch is marked, so that
 * a long queue waits for the line or for the storage, and not for both in turn. A marked batch shares no lane with the
 * one under way and depends on nothing in it.
 */
async function drainUnderLock(
  account: Account,
  deps: SyncDeps,
  { priority, stop }: SliceOptions,
  exclusive: boolean,
): Promise<SliceEnd> {
  const { db } = account
  const { clock, newId, random } = deps.ports
  const startedAt = clock.now()
  let serverReached = true
  const isOver = () => stop?.aborted === true || clock.now() - startedAt >= SLICE_MS

  async function next(batchPriority: SyncPriority, inFlight?: string): Promise<Next> {
    if (isOver()) return { kind: 'end', end: { kind: 'more', dueInMs: 0 } }
    const now = clock.now()
    const state = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
    // The wish of a person and news of the line count once; what this slice meets afterwards is obeyed.
    const backoff = decideBackoff(state, batchPriority, now)
    if (backoff.kind === 'closed') return { kind: 'end', end: { kind: 'waiting', dueInMs: backoff.forMs } }
    const holder = { owner: deps.owner, exclusive, ...(inFlight === undefined ? {} : { inFlight }) }
    const leased = await leaseBatch(account, holder, {
      id: newId(),
      now,
      ignoreWaits: batchPriority === 'user',
    })
    if (leased.kind === 'batch') {
      return { ...leased, prepared: await preparePush(account, deps, leased.batch.entries) }
    }
    return {
      kind: 'end',
      end: leased.kind === 'lost' ? BUSY : { kind: 'empty', dueInMs: leased.dueInMs },
    }
  }

  async function send(
    { batch: { entries }, prepared }: PreparedBatch,
    onRequestStarted: () => void,
  ): Promise<PushOutcome> {
    await deps.hooks?.['drain:leased']?.(entries.map((entry) => entry.opId))
    const pushed = await pushBatch(account, deps, entries, prepared, onRequestStarted)
    await deps.hooks?.['drain:answer']?.(pushed.outcome)
    return pushed
  }

  /** Sends, and tells when the request is on its way, or is over without ever having been. */
  function startSend(prepared: PreparedBatch) {
    let onRequestStarted: () => void = () => undefined
    const requestStarted = new Promise<void>((resolve) => {
      onRequestStarted = resolve
    })
    return { requestStarted, sending: send(prepared, onRequestStarted).finally(onRequestStarted) }
  }

  async function store({ batch, pushed }: Answered): Promise<void> {
    const { entries: sent, attemptId } = batch
    const nextAction = await settle(account, {
      ...{ sent, attemptId, pushed, now: clock.now(), random: random() },
    })
    serverReached = nextAction.kind === 'wait' ? nextAction.online : nextAction.kind !== 'probe'
    if (nextAction.kind === 'probe') serverReached = await probe(account, deps, nextAction)
    if (nextAction.kind === 'unauthorized') await afterUnauthorized(account, deps, pushed.by)
  }

  try {
    await acquireLease(account, deps.owner, startedAt)
    let current = await next(priority)
    let awaitingStore: Answered | undefined
    while (current.kind === 'batch') {
      const { batch } = current
      const before = awaitingStore
      const { sending, requestStarted } = startSend(current)
      const meanwhile = async () => {
        // What the request still has to read would wait behind what is written here.
        await requestStarted
        if (before) await store(before)
        return batch.hasMore ? await next('background', batch.attemptId) : undefined
      }
      const [pushed, following] = await bothSettled(sending, meanwhile())
      if (following?.kind === 'batch' && isOurAnswer(pushed) && !isOver()) {
        awaitingStore = { batch, pushed }
        current = following
        continue
      }
      awaitingStore = undefined
      if (following?.kind === 'batch') await releaseBatch(account, following.batch)
      await store({ batch, pushed })
      current = await next('background')
    }
    return { serverReached, ...current.end }
  } finally {
    await releaseLease(account, deps.owner)
  }
}

/**
 * Somebody answered who is not our server, or not in our words. A ping tells a login page of a Wi-Fi from an address
 * that our server does not serve any more (then the app needs an update).
 */
async function probe(
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

/** A bearer or grant was not accepted. When there is another way by now, the hold is lifted and that one is tried. */
async function afterUnauthorized(account: Account, deps: SyncDeps, by: PushCredential): Promise<void> {
  const { db } = account
  if (by === 'nobody') return
  if (by !== 'bearer') await deleteRefusedGrant(account, by.grant)
  const tokens = await findMeta(db, 'tokens')
  const grant = await findValidGrant(account, deps.ports.clock.now())
  // While a request under a grant is on its way somebody may log in, which makes an older one worthless.
  const other = by === 'bearer' ? !tokens && grant : (tokens ?? grant)
  if (other) await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
}
