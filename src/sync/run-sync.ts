import { findMeta, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import type { Account } from '#session/account.ts'
import { type FilesEnd, type FilesOptions, sendFiles } from './attachments/send-files.ts'
import { serverRetryAfterMs } from './connection/backoff.ts'
import type { SyncDeps } from './connection/sync-deps.ts'
import { priorityOf, provesNetwork, type SyncPriority, type SyncTrigger } from './connection/sync-trigger.ts'
import { checkReplica } from './inbox/check-replica.ts'
import type { PullEnd, PullOptions } from './inbox/pull.ts'
import { drainSlice } from './outbox/drain.ts'
import type { SliceEnd } from './outbox/drain-session.ts'
import { quarantineDamaged, quarantineDamagedWork } from './outbox/quarantine-damaged.ts'
import { pullAndReconcile } from './pull-and-reconcile.ts'
import { reportLostWork } from './report-lost-work.ts'
import { requeueLostWork } from './requeue-lost-work.ts'

/** The result of a sync. */
export type SyncOutcome = {
  readonly pendingCount: number
  readonly drained: SliceEnd['kind']
  /** The back-off allowed no attempt. */
  readonly heldBack?: true
  readonly pulled: PullEnd['kind'] | 'skipped'
  /** When it is worth syncing again; 0 for at once, `null` when only an outside event helps. */
  readonly dueInMs: number | null
}

export type SyncOptions = {
  /** The time limit of the whole sync. */
  readonly budgetMs?: number
  readonly stop?: AbortSignal
  /**
   * Whether another request to sync came meanwhile: then fetching stops after the current page, and goes on after
   * that one.
   */
  readonly shouldYield?: () => boolean
  /** Aborts a page or a chunk of a file that is under way: it was requested over a connection that is gone. */
  readonly abandon?: AbortSignal
}

const BUDGET_MS = 20_000
/** Without any network, or while the account is paused, a later event starts the next sync; this covers one that got lost. */
const RECHECK_MS = 5 * 60_000

/** Ends a pause that an event resolves: a new version of the app, or a new login. */
async function resumePaused(account: Account, trigger: SyncTrigger): Promise<void> {
  const { db } = account
  const state = await findMeta(db, 'drain')
  const updated = state?.hold?.kind === 'upgrade' && (trigger === 'activate' || trigger === 'start')
  const signedIn = state?.hold?.kind === 'login' && trigger === 'signed-in'
  if (updated || signedIn) await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
}

/**
 * Without any network nothing is tried: an attempted operation counts as sent and could no longer be canceled, and
 * failed attempts would delay the first one after the network has returned.
 */
async function withoutNetwork({ db }: Account): Promise<SyncOutcome> {
  const pendingCount = await countPending(db)
  return {
    pendingCount,
    drained: 'waiting',
    pulled: 'skipped',
    dueInMs: pendingCount > 0 ? RECHECK_MS : null,
  }
}

/**
 * Pushes unsent operations, then pulls changes. Any trigger may call it, and it never throws for failures of the
 * connection or the server; the lock is held for a slice of twenty seconds at most.
 */
export async function runSync(
  account: Account,
  deps: SyncDeps,
  trigger: SyncTrigger,
  options: SyncOptions = {},
): Promise<SyncOutcome> {
  try {
    return await syncOnce(account, deps, trigger, options)
  } catch (error) {
    // One damaged row must not stop everything else: it is quarantined, and the sync runs again.
    if (!(await quarantineAfter(error, account, deps))) throw error
    return syncOnce(account, deps, trigger, options)
  }
}

/** Whether damaged rows explain an error; they are then quarantined. A full storage is not checked. */
async function quarantineAfter(error: unknown, account: Account, { ports }: SyncDeps): Promise<boolean> {
  if (error instanceof DeviceStorageFailure && error.code === 'DEVICE_STORAGE_FULL') return false
  try {
    return await quarantineDamaged(account, ports)
  } catch {
    return false
  }
}

async function syncOnce(
  account: Account,
  deps: SyncDeps,
  trigger: SyncTrigger,
  { budgetMs = BUDGET_MS, stop, shouldYield, abandon }: SyncOptions,
): Promise<SyncOutcome> {
  const { db } = account
  if (account.companyId === null) {
    return { pendingCount: 0, drained: 'empty', pulled: 'skipped', dueInMs: null }
  }
  const { clock } = deps.ports
  const startedAt = clock.now()
  if (trigger === 'start' || trigger === 'activate') {
    await quarantineDamagedWork(account, deps.ports)
    await requeueLostWork(account, startedAt)
  }
  let priority = priorityOf(trigger)
  const networkLikely = priority === 'user' || provesNetwork(trigger)
  if (!networkLikely && deps.connected?.() === false) return withoutNetwork(account)
  await resumePaused(account, trigger)
  let end: SliceEnd
  do {
    end = await drainSlice(account, deps, { priority, ...(stop ? { stop } : {}) })
    if (priority === 'user' || priority === 'server-contact') priority = 'background'
  } while (end.kind === 'more' && !stop?.aborted && clock.now() - startedAt < budgetMs)
  const reached = end.serverReached && end.kind !== 'waiting' && end.kind !== 'busy'
  if (reached && !stop?.aborted) await reportLostWork(account, deps, priorityOf(trigger))
  // The page that is sending fetches afterwards. Fetching here too, every two seconds, would overload a connection
  // without answers.
  const leaveToOtherTab = end.kind === 'busy' && trigger !== 'person'
  const { pulled, pullDue } = leaveToOtherTab
    ? SKIPPED
    : await pullIfWorthIt(account, deps, end, {
        ...{ reason: trigger, until: startedAt + budgetMs },
        ...(stop ? { stop } : {}),
        ...(shouldYield ? { shouldYield } : {}),
        ...(abandon ? { abandon } : {}),
      })
  let pendingCount = await countPending(db)
  let filesDue: number | null = null
  // Invoices and everything else first: files only while nothing else may be sent.
  if (pendingCount > 0 && end.kind === 'empty' && end.serverReached && !stop?.aborted) {
    const files = await filesIfAdmitted(account, deps, priorityOf(trigger), {
      until: startedAt + budgetMs,
      ...(stop ? { stop } : {}),
      ...(shouldYield ? { shouldYield } : {}),
      ...(abandon ? { abandon } : {}),
    })
    filesDue = files.dueInMs
    if (files.completed > 0) {
      end = await drainSlice(account, deps, { priority: 'background', ...(stop ? { stop } : {}) })
      pendingCount = await countPending(db)
    }
  }
  const due = earlier(earlier(dueAfter(end, pulled), pullDue), filesDue)
  const dueInMs =
    due === null && pulled === 'failed' ? await failedPullDue(account, trigger, clock.now()) : due
  return { pendingCount, drained: end.kind, pulled, dueInMs, ...(end.heldBack ? { heldBack: true } : {}) }
}

/** Sends and fetches because the person asked, regardless of any pause. */
export function sendNow(account: Account, deps: SyncDeps): Promise<SyncOutcome> {
  return runSync(account, deps, 'person')
}

type Pulling = {
  readonly pulled: SyncOutcome['pulled']
  /** When to pull again, where it was skipped; `null` when only an outside event helps. */
  readonly pullDue: number | null
}
const SKIPPED: Pulling = { pulled: 'skipped', pullDue: null }

/**
 * Another page or the worker is fetching, and may have asked before the change that started this sync: try again
 * soon.
 */
const AFTER_OTHER_MS = 2_000

/**
 * Whether the server may have changes that it did not have a moment ago. A page that starts finds the worker fetching,
 * which the browser may end before it is done.
 */
function mayBringChanges(trigger: SyncTrigger): boolean {
  return trigger === 'push' || trigger === 'person' || trigger === 'timer' || trigger === 'start'
}

async function pullIfWorthIt(
  account: Account,
  deps: SyncDeps,
  end: SliceEnd,
  { reason: trigger, ...options }: PullOptions & { readonly reason: SyncTrigger },
): Promise<Pulling> {
  const { db } = account
  const [tokens, state = INITIAL_DRAIN_STATE] = await Promise.all([
    findMeta(db, 'tokens'),
    findMeta(db, 'drain'),
  ])
  // A blocked company may still read; a session that ended may not.
  const readable = state.hold === null || state.hold.kind === 'company'
  const waits = end.kind === 'waiting' && state.hold?.kind !== 'company'
  if (!tokens || !readable || waits || !end.serverReached || options.stop?.aborted) return SKIPPED
  const serverRetryAfter = serverRetryAfterMs(state, priorityOf(trigger), deps.ports.clock.now())
  if (serverRetryAfter > 0) return { pulled: 'skipped', pullDue: serverRetryAfter }
  const { kind } = await pullAndReconcile(account, deps, options)
  if (kind === 'up-to-date' && end.kind === 'empty') await checkReplica(account, deps)
  return { pulled: kind, pullDue: kind === 'busy' && mayBringChanges(trigger) ? AFTER_OTHER_MS : null }
}

/** Files respect a wait that the server asked for, also in its answer to the pull just now. */
async function filesIfAdmitted(
  account: Account,
  deps: SyncDeps,
  priority: SyncPriority,
  options: Omit<FilesOptions, 'userRequested'>,
): Promise<FilesEnd> {
  const { db } = account
  const state = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
  const serverRetryAfter = serverRetryAfterMs(state, priority, deps.ports.clock.now())
  if (serverRetryAfter > 0) return { completed: 0, dueInMs: serverRetryAfter }
  return sendFiles(account, deps, { ...options, userRequested: priority === 'user' })
}

/**
 * When to pull again after a failure: an interrupted first sync continues as soon as the pause is over. A page that has
 * just started, or that heard of a change from the server, tries once more then: the next trigger may be a minute away. Any
 * other pull waits for it. A paused account has no such pause: a first sync asks now and then whether it may go on.
 */
async function failedPullDue({ db }: Account, trigger: SyncTrigger, now: number): Promise<number | null> {
  const [done, drain] = await Promise.all([findMeta(db, 'first-pull-done'), findMeta(db, 'drain')])
  if (drain?.hold) return done ? null : RECHECK_MS
  const waits = done && trigger !== 'start' && trigger !== 'push'
  return waits ? null : Math.max(0, (drain?.pause?.until ?? now) - now)
}

/** The earlier of two moments, `null` for never. */
function earlier(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.min(one, other)
}

function dueAfter(end: SliceEnd, pulled: SyncOutcome['pulled']): number | null {
  if (end.kind === 'more' || pulled === 'more') return 0
  return end.dueInMs
}
