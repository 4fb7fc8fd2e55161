import { guarded } from '#data/guard.ts'
import { AT_REST, NO_CONTACT, readMeta, readMetas, writeMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { dropRefused, liveGrant } from '#session/delivery-grant.ts'
import type { SyncDeps } from '../deps.ts'
import type { Urgency } from '../kick-reason.ts'
import { workTransaction } from '../work-transaction.ts'
import type { Directive } from './after-attempt.ts'
import { gateFor, stateAfter } from './gate.ts'
import { type Batch, giveBackLease, isLeaseOver, leaseBatch, takeLease, unmark } from './lease.ts'
import { type Pushed, type PushedBy, pushBatch, type ReadyPush, readyPush } from './push-batch.ts'
import { settle } from './settle.ts'

/** The lock is given up after this long, so that another page, or a newer worker, gets its turn. */
const SLICE_MS = 20_000

/** How a slice ended. `dueInMs` says when it is worth coming back; `null` when only outside news helps. */
export type SliceEnd = {
  readonly kind: 'empty' | 'waiting' | 'busy' | 'more'
  readonly dueInMs: number | null
  /** Our server could be reached, as far as this slice knows. */
  readonly reached: boolean
}

/** Another one is at work; it may have looked for the last time already, so come back soon. */
const BUSY: SliceEnd = { kind: 'busy', dueInMs: 2_000, reached: true }

export type SliceOptions = {
  readonly urgency: Urgency
  /** Ends the slice before its time, between two requests. */
  readonly stop?: AbortSignal
}

/**
 * Sends what is due until nothing is, or twenty seconds are over. One at a time per account, by a lock that is never
 * held while waiting; that nothing is done twice is the server's ledger's work, not the lock's.
 */
export async function drainSlice(account: Account, deps: SyncDeps, options: SliceOptions): Promise<SliceEnd> {
  const kept = await guarded(account.db, () => readMetas(account.db, ['pending', 'drain']))
  const [pending = 0, state = AT_REST] = kept
  if (pending === 0) return { kind: 'empty', dueInMs: null, reached: true }
  // Every sale asks, also of a line known to be dead: then nothing is written, not even that somebody looked.
  const gate = gateFor(state, options.urgency, deps.ports.clock.now())
  if (gate.kind === 'closed') return { kind: 'waiting', dueInMs: gate.forMs, reached: true }
  const name = `drain:${account.id}`
  const work = ({ sole }: { readonly sole: boolean }) => drainUnderLock(account, deps, options, sole)
  const end = await deps.locks.ifFree(name, work)
  if (end) return end
  if (await guarded(account.db, () => isLeaseOver(account, deps.ports.clock.now()))) {
    const taken = await deps.locks.ifFree(name, work, { steal: true })
    if (taken) return taken
  }
  return BUSY
}

/** What comes next: a batch to send, or how the slice ends. */
type Next =
  | { readonly kind: 'batch'; readonly batch: Batch; readonly ready: ReadyPush | undefined }
  | { readonly kind: 'end'; readonly end: Ending }
type Ready = Extract<Next, { kind: 'batch' }>
type Ending = Omit<SliceEnd, 'reached'> | typeof BUSY

type Answered = { readonly batch: Batch; readonly pushed: Pushed }

/** Our server answered this very request: what follows may go before the answer is stored. */
function isOurAnswer({ outcome, nonce }: Pushed): boolean {
  return outcome.kind === 'answered' && outcome.value.nonce === nonce
}

/** Waits for both, whatever becomes of the other: a request under way is never left behind. */
async function together<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
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
  { urgency, stop }: SliceOptions,
  sole: boolean,
): Promise<SliceEnd> {
  const { db } = account
  const { clock, newId, random } = deps.ports
  const begun = clock.now()
  let reached = true
  const isOver = () => stop?.aborted === true || clock.now() - begun >= SLICE_MS

  async function next(wanted: Urgency, travelling?: string): Promise<Next> {
    if (isOver()) return { kind: 'end', end: { kind: 'more', dueInMs: 0 } }
    const now = clock.now()
    const state = (await guarded(db, () => readMeta(db, 'drain'))) ?? AT_REST
    // The wish of a person and news of the line count once; what this slice meets afterwards is obeyed.
    const gate = gateFor(state, wanted, now)
    if (gate.kind === 'closed') return { kind: 'end', end: { kind: 'waiting', dueInMs: gate.forMs } }
    const holder = { owner: deps.owner, sole, ...(travelling === undefined ? {} : { travelling }) }
    const leased = await leaseBatch(account, holder, { id: newId(), now, ignoreWaits: wanted === 'wish' })
    if (leased.kind === 'batch') {
      return { ...leased, ready: await readyPush(account, deps, leased.batch.entries) }
    }
    return {
      kind: 'end',
      end: leased.kind === 'lost' ? BUSY : { kind: 'empty', dueInMs: leased.dueInMs },
    }
  }

  async function send({ batch: { entries }, ready }: Ready, onLeaving: () => void): Promise<Pushed> {
    await deps.hooks?.['drain:leased']?.(entries.map((entry) => entry.opId))
    const pushed = await pushBatch(account, deps, entries, ready, onLeaving)
    await deps.hooks?.['drain:answer']?.(pushed.outcome)
    return pushed
  }

  /** Sends, and tells when the request is on its way, or is over without ever having been. */
  function depart(ready: Ready) {
    let onLeaving: () => void = () => undefined
    const left = new Promise<void>((resolve) => {
      onLeaving = resolve
    })
    return { left, sending: send(ready, onLeaving).finally(onLeaving) }
  }

  async function store({ batch, pushed }: Answered): Promise<void> {
    const { entries: sent, attemptId } = batch
    const directive = await settle(account, {
      ...{ sent, attemptId, pushed, now: clock.now(), random: random() },
    })
    reached = directive.kind === 'wait' ? directive.online : directive.kind !== 'probe'
    if (directive.kind === 'probe') reached = await probe(account, deps, directive)
    if (directive.kind === 'unauthorized') await afterUnauthorized(account, deps, pushed.by)
  }

  try {
    await takeLease(account, deps.owner, begun)
    let present = await next(urgency)
    let answered: Answered | undefined
    while (present.kind === 'batch') {
      const { batch } = present
      const before = answered
      const { sending, left } = depart(present)
      const meanwhile = async () => {
        // What the request still has to read would wait behind what is written here.
        await left
        if (before) await store(before)
        return batch.more ? await next('routine', batch.attemptId) : undefined
      }
      const [pushed, ahead] = await together(sending, meanwhile())
      if (ahead?.kind === 'batch' && isOurAnswer(pushed) && !isOver()) {
        answered = { batch, pushed }
        present = ahead
        continue
      }
      answered = undefined
      if (ahead?.kind === 'batch') await unmark(account, ahead.batch)
      await store({ batch, pushed })
      present = await next('routine')
    }
    return { reached, ...present.end }
  } finally {
    await giveBackLease(account, deps.owner)
  }
}

/**
 * Somebody answered who is not our server, or not in our words. A ping tells a login page of a Wi-Fi from an address
 * that our server does not serve any more (then the app needs an update).
 */
async function probe(
  account: Account,
  deps: SyncDeps,
  directive: Extract<Directive, { kind: 'probe' }>,
): Promise<boolean> {
  const { db } = account
  const nonce = deps.ports.newId()
  const outcome = await deps.call('sync.ping', { nonce }, { timeoutMs: 10_000 })
  const real = outcome.kind === 'answered' && outcome.value.nonce === nonce
  if (!real) return false
  const retired = [404, 410, 426].includes(directive.status)
  await workTransaction(db, async () => {
    const contact = (await readMeta(db, 'contact')) ?? NO_CONTACT
    await writeMeta(db, 'contact', { ...contact, online: true })
    if (!retired) return
    const state = (await readMeta(db, 'drain')) ?? AT_REST
    const hold = { kind: 'hold', hold: { kind: 'upgrade', code: 'UPGRADE_REQUIRED' } } as const
    await writeMeta(db, 'drain', stateAfter(state, hold, deps.ports.clock.now()))
  })
  return true
}

/** A bearer or grant was not accepted. When there is another way by now, the hold is lifted and that one is tried. */
async function afterUnauthorized(account: Account, deps: SyncDeps, by: PushedBy): Promise<void> {
  const { db } = account
  if (by === 'nobody') return
  if (by !== 'bearer') await dropRefused(account, by.grant)
  const tokens = await guarded(db, () => readMeta(db, 'tokens'))
  const grant = await liveGrant(account, deps.ports.clock.now())
  // While a request under a grant is on its way somebody may log in, which makes an older one worthless.
  const other = by === 'bearer' ? !tokens && grant : (tokens ?? grant)
  if (other) await guarded(db, () => writeMeta(db, 'drain', AT_REST))
}
