import { guarded } from '#data/guard.ts'
import { AT_REST, readMeta, writeMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from './deps.ts'
import { type FilesEnd, type FilesOptions, sendFiles } from './files/send-files.ts'
import { checkReplica } from './inbox/check-replica.ts'
import { type PullEnd, type PullOptions, pull } from './inbox/pull.ts'
import { type KickReason, provesNetwork, type Urgency, urgencyOf } from './kick-reason.ts'
import { drainSlice, type SliceEnd } from './outbox/drain.ts'
import { leftAloneMs } from './outbox/gate.ts'

/** What a sync came to. */
export type SyncOutcome = {
  readonly pendingCount: number
  readonly drained: SliceEnd['kind']
  readonly pulled: PullEnd['kind'] | 'skipped'
  /** When it is worth syncing again; 0 for at once, `null` when only outside news helps. */
  readonly dueInMs: number | null
}

export type SyncOptions = {
  /** All of it may take this long. */
  readonly budgetMs?: number
  readonly stop?: AbortSignal
  /** Whether another wish came meanwhile: then fetching stops after the page at hand, and goes on after that wish. */
  readonly isAwaited?: () => boolean
  /** Gives up a page or a piece of a file that is under way: it was asked of a line that is gone. */
  readonly hurry?: AbortSignal
}

const BUDGET_MS = 20_000
/** Without any network, news will tell; this is for news that got lost. */
const LOOK_AGAIN_MS = 5 * 60_000

/** News that may lift a hold: a new version of the app, or the person's wish. */
async function liftHold(account: Account, reason: KickReason): Promise<void> {
  const { db } = account
  const state = await guarded(db, () => readMeta(db, 'drain'))
  const updated = state?.hold?.kind === 'upgrade' && (reason === 'activate' || reason === 'start')
  const signedIn = state?.hold?.kind === 'login' && reason === 'signed-in'
  if (updated || signedIn) await guarded(db, () => writeMeta(db, 'drain', AT_REST))
}

/**
 * Without any network nothing is tried: what was tried counts as sent, so that it could no longer be taken back, and
 * fruitless attempts would hold up the first one after the network has returned.
 */
async function withoutNetwork({ db }: Account): Promise<SyncOutcome> {
  const pendingCount = await guarded(db, () => countPending(db))
  return {
    pendingCount,
    drained: 'waiting',
    pulled: 'skipped',
    dueInMs: pendingCount > 0 ? LOOK_AGAIN_MS : null,
  }
}

/**
 * Sends what this phone owes, then fetches what it is owed. Anything may wake it and it never throws for what the
 * line or the server do; a slice of twenty seconds is the most the lock is held at a time.
 */
export async function runSync(
  account: Account,
  deps: SyncDeps,
  reason: KickReason,
  { budgetMs = BUDGET_MS, stop, isAwaited, hurry }: SyncOptions = {},
): Promise<SyncOutcome> {
  const { db } = account
  if (account.companyId === null) {
    return { pendingCount: 0, drained: 'empty', pulled: 'skipped', dueInMs: null }
  }
  let urgency = urgencyOf(reason)
  const hopeful = urgency === 'wish' || provesNetwork(reason)
  if (!hopeful && deps.connected?.() === false) return withoutNetwork(account)
  const { clock } = deps.ports
  const begun = clock.now()
  await liftHold(account, reason)
  let end: SliceEnd
  do {
    end = await drainSlice(account, deps, { urgency, ...(stop ? { stop } : {}) })
    if (urgency === 'wish' || urgency === 'heard') urgency = 'routine'
  } while (end.kind === 'more' && !stop?.aborted && clock.now() - begun < budgetMs)
  // Whoever is sending fetches afterwards. Asking beside it every two seconds would hammer a line that answers nothing.
  const leaveToOther = end.kind === 'busy' && reason !== 'person'
  const { pulled, pullDue } = leaveToOther
    ? SKIPPED
    : await pullIfWorthIt(account, deps, end, {
        ...{ reason, until: begun + budgetMs },
        ...(stop ? { stop } : {}),
        ...(isAwaited ? { isAwaited } : {}),
        ...(hurry ? { hurry } : {}),
      })
  let pendingCount = await guarded(db, () => countPending(db))
  let filesDue: number | null = null
  // Invoices and everything else go first: files only while nothing else may go.
  if (pendingCount > 0 && end.kind === 'empty' && end.reached && !stop?.aborted) {
    const files = await filesIfAdmitted(account, deps, urgencyOf(reason), {
      until: begun + budgetMs,
      ...(stop ? { stop } : {}),
      ...(isAwaited ? { isAwaited } : {}),
      ...(hurry ? { hurry } : {}),
    })
    filesDue = files.dueInMs
    if (files.whole > 0) {
      end = await drainSlice(account, deps, { urgency: 'routine', ...(stop ? { stop } : {}) })
      pendingCount = await guarded(db, () => countPending(db))
    }
  }
  deps.notify({ kind: 'synced', accountId: account.id, pendingCount })
  const due = earlier(earlier(dueAfter(end, pulled), pullDue), filesDue)
  const dueInMs = due === null && pulled === 'failed' ? await firstPullDue(account, clock.now()) : due
  return { pendingCount, drained: end.kind, pulled, dueInMs }
}

/** Sends and fetches because the person asked, whatever pause is on. */
export function sendNow(account: Account, deps: SyncDeps): Promise<SyncOutcome> {
  return runSync(account, deps, 'person')
}

type Pulling = {
  readonly pulled: SyncOutcome['pulled']
  /** When fetching is worth it again, where it had to be left; `null` when only outside news helps. */
  readonly pullDue: number | null
}
const SKIPPED: Pulling = { pulled: 'skipped', pullDue: null }

/** Somebody else on this phone is fetching, and may have asked before the news that woke us: come back soon. */
const AFTER_OTHER_MS = 2_000

/** Whether there is, or may be, something at the server that was not there a moment ago. */
function bringsNews(reason: KickReason): boolean {
  return reason === 'push' || reason === 'person' || reason === 'timer'
}

async function pullIfWorthIt(
  account: Account,
  deps: SyncDeps,
  end: SliceEnd,
  { reason, ...options }: PullOptions & { readonly reason: KickReason },
): Promise<Pulling> {
  const { db } = account
  const [tokens, state = AT_REST] = await guarded(db, () =>
    Promise.all([readMeta(db, 'tokens'), readMeta(db, 'drain')]),
  )
  // A blocked company may still read; a session that ended may not.
  const readable = state.hold === null || state.hold.kind === 'company'
  const waits = end.kind === 'waiting' && state.hold?.kind !== 'company'
  if (!tokens || !readable || waits || !end.reached || options.stop?.aborted) return SKIPPED
  const leftAlone = leftAloneMs(state, urgencyOf(reason), deps.ports.clock.now())
  if (leftAlone > 0) return { pulled: 'skipped', pullDue: leftAlone }
  const { kind } = await pull(account, deps, options)
  if (kind === 'up-to-date' && end.kind === 'empty') await checkReplica(account, deps)
  return { pulled: kind, pullDue: kind === 'busy' && bringsNews(reason) ? AFTER_OTHER_MS : null }
}

/** Files obey what the server asked for, also what it answered to the fetching just now. */
async function filesIfAdmitted(
  account: Account,
  deps: SyncDeps,
  urgency: Urgency,
  options: Omit<FilesOptions, 'wish'>,
): Promise<FilesEnd> {
  const { db } = account
  const state = (await guarded(db, () => readMeta(db, 'drain'))) ?? AT_REST
  const leftAlone = leftAloneMs(state, urgency, deps.ports.clock.now())
  if (leftAlone > 0) return { whole: 0, dueInMs: leftAlone }
  return sendFiles(account, deps, { ...options, wish: urgency === 'wish' })
}

/** A first sync that was cut goes on as soon as the pause after the failure is over; later ones wait for a look. */
async function firstPullDue({ db }: Account, now: number): Promise<number | null> {
  const [done, drain] = await guarded(db, () =>
    Promise.all([readMeta(db, 'first-pull-done'), readMeta(db, 'drain')]),
  )
  return done ? null : Math.max(0, (drain?.pause?.until ?? now) - now)
}

/** The earlier of two moments, `null` for never. */
function earlier(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.min(one, other)
}

function dueAfter(end: SliceEnd, pulled: SyncOutcome['pulled']): number | null {
  if (end.kind === 'more' || pulled === 'more') return 0
  return end.dueInMs
}
