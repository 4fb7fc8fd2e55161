import { findMeta, INITIAL_DRAIN_STATE } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { decideBackoff } from '../connection/backoff.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import type { SyncPriority } from '../connection/sync-trigger.ts'
import { probeServer, tryOtherCredential } from './after-refused-push.ts'
import { acquireLease, type Batch, leaseBatch, releaseBatch, releaseLease } from './lease.ts'
import { type PreparedPush, type PushOutcome, preparePush, pushBatch } from './push-batch.ts'
import { settle } from './settle.ts'

/** The lock is released after this long, so that another page or a newer worker can continue. */
const SLICE_MS = 20_000

/** How a slice ended. `dueInMs` says when to try again; `null` when only an outside event helps. */
export type SliceEnd = {
  readonly kind: 'empty' | 'waiting' | 'busy' | 'more'
  readonly dueInMs: number | null
  /** The back-off allowed no attempt. */
  readonly heldBack?: true
  /** Our server could be reached, as far as this slice knows. */
  readonly serverReached: boolean
}

/**
 * Another page or the worker holds the lock; it may have read the queue for the last time already, so try again soon.
 */
export const BUSY: SliceEnd = { kind: 'busy', dueInMs: 2_000, serverReached: true }

type Ending = Omit<SliceEnd, 'serverReached'> | typeof BUSY
/** A leased batch with its request; without a request where this phone has no device id yet. */
type PreparedBatch = {
  readonly kind: 'batch'
  readonly batch: Batch
  readonly request: PreparedPush | undefined
}
type Prepared = PreparedBatch | { readonly kind: 'end'; readonly end: Ending }
type Sent = { readonly batch: Batch; readonly pushed: PushOutcome }

/** Our server answered this very request: the next batch may be sent before the answer is stored. */
function isOurAnswer({ outcome, nonce }: PushOutcome): boolean {
  return outcome.kind === 'answered' && outcome.value.nonce === nonce
}

/** Waits for both, even if one fails: a request under way is never abandoned. */
async function bothSettled<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([one, other])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}

/**
 * One slice of the drain, under the lock of the account. Each batch is prepared (leased in the database, its request
 * made), sent, and stored (its answer written). One request at a time; while it is under way, the answer before it is
 * stored and the next batch is prepared, so that a long queue waits for the network or the storage, not for both in turn:
 *
 *     batch 1   prepare ─▶ send ──────────────────▶ │ store 1
 *     batch 2              │ prepare 2 ───────────▶ │ send ───────────────▶ │ store 2
 *     batch 3                                       │ (store 1) prepare 3 ─▶ │ send …
 *
 * The next batch has no ordering key of the one under way and depends on nothing in it (`leaseBatch`). When the answer is
 * not one of our server, the next batch is released unsent, the answer is stored, and the back-off decides again.
 */
export class DrainSession {
  readonly #account: Account
  readonly #deps: SyncDeps
  readonly #exclusive: boolean
  readonly #stop: AbortSignal | undefined
  readonly #startedAt: number
  #serverReached = true

  /**
   * `exclusive`: no other page can hold the lock, so entries marked as sending are left over from a page or worker
   * that died.
   */
  constructor(
    account: Account,
    deps: SyncDeps,
    { exclusive, stop }: { readonly exclusive: boolean; readonly stop?: AbortSignal },
  ) {
    this.#account = account
    this.#deps = deps
    this.#exclusive = exclusive
    this.#stop = stop
    this.#startedAt = deps.ports.clock.now()
  }

  /** Sends until nothing is due or the slice is over. `priority` counts for the first batch. */
  async run(priority: SyncPriority): Promise<SliceEnd> {
    const { owner } = this.#deps
    try {
      await acquireLease(this.#account, owner, this.#startedAt)
      let current = await this.prepare(priority)
      let awaitingStore: Sent | undefined
      while (current.kind === 'batch') {
        const { batch } = current
        const before = awaitingStore
        const { sending, requestStarted } = this.send(current)
        const meanwhile = async () => {
          // Writes here would delay reads that the request still needs.
          await requestStarted
          if (before) await this.store(before)
          return batch.hasMore ? await this.prepare('background', batch.attemptId) : undefined
        }
        const [pushed, following] = await bothSettled(sending, meanwhile())
        if (following?.kind === 'batch' && isOurAnswer(pushed) && !this.#isOver()) {
          awaitingStore = { batch, pushed }
          current = following
          continue
        }
        awaitingStore = undefined
        if (following?.kind === 'batch') await releaseBatch(this.#account, following.batch)
        await this.store({ batch, pushed })
        current = await this.prepare('background')
      }
      return { serverReached: this.#serverReached, ...current.end }
    } finally {
      await releaseLease(this.#account, owner)
    }
  }

  /**
   * Leases the next batch and makes its request, or says how the slice ends. `inFlight` is the attempt that is under
   * way. The override by the user or a new connection counts for one batch: a pause that begins during this slice
   * applies.
   */
  async prepare(priority: SyncPriority, inFlight?: string): Promise<Prepared> {
    if (this.#isOver()) return { kind: 'end', end: { kind: 'more', dueInMs: 0 } }
    const { db } = this.#account
    const { clock, newId } = this.#deps.ports
    const now = clock.now()
    const state = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
    const backoff = decideBackoff(state, priority, now)
    if (backoff.kind === 'closed') return { kind: 'end', end: { kind: 'waiting', dueInMs: backoff.forMs } }
    const holder = {
      owner: this.#deps.owner,
      exclusive: this.#exclusive,
      ...(inFlight === undefined ? {} : { inFlight }),
    }
    const attempt = { id: newId(), now, ignoreWaits: priority === 'user' }
    const leased = await leaseBatch(this.#account, holder, attempt)
    if (leased.kind === 'lost') return { kind: 'end', end: BUSY }
    if (leased.kind === 'nothing') return { kind: 'end', end: { kind: 'empty', dueInMs: leased.dueInMs } }
    return { ...leased, request: await preparePush(this.#account, this.#deps, leased.batch.entries) }
  }

  /** Sends a batch. `requestStarted` resolves when the request is under way, or has ended without being sent. */
  send({ batch: { entries }, request }: PreparedBatch): {
    readonly sending: Promise<PushOutcome>
    readonly requestStarted: Promise<void>
  } {
    const { hooks } = this.#deps
    let onRequestStarted: () => void = () => undefined
    const requestStarted = new Promise<void>((resolve) => {
      onRequestStarted = resolve
    })
    const push = async () => {
      await hooks?.['drain:leased']?.(entries.map((entry) => entry.opId))
      const pushed = await pushBatch(this.#account, this.#deps, entries, request, onRequestStarted)
      await hooks?.['drain:answer']?.(pushed.outcome)
      return pushed
    }
    return { requestStarted, sending: push().finally(onRequestStarted) }
  }

  /** Stores an answer, and investigates an invalid or unauthorized one. */
  async store({ batch, pushed }: Sent): Promise<void> {
    const { clock, random } = this.#deps.ports
    const { entries: sent, attemptId } = batch
    const nextAction = await settle(this.#account, {
      ...{ sent, attemptId, pushed, now: clock.now(), random: random() },
    })
    this.#serverReached = nextAction.kind === 'wait' ? nextAction.online : nextAction.kind !== 'probe'
    if (nextAction.kind === 'probe')
      this.#serverReached = await probeServer(this.#account, this.#deps, nextAction)
    if (nextAction.kind === 'unauthorized') await tryOtherCredential(this.#account, this.#deps, pushed.by)
  }

  #isOver(): boolean {
    return this.#stop?.aborted === true || this.#deps.ports.clock.now() - this.#startedAt >= SLICE_MS
  }
}
