import type { Account } from '#session/account.ts'
import type { SyncDeps } from './connection/sync-deps.ts'
import {
  isNewConnection,
  priorityOf,
  type SyncPriority,
  type SyncTrigger,
} from './connection/sync-trigger.ts'
import { drainSlice } from './outbox/drain.ts'
import { runSync, type SyncOutcome } from './run-sync.ts'

const PRIORITY_RANK: Record<SyncPriority, number> = {
  background: 0,
  connectivity: 1,
  'server-contact': 2,
  user: 3,
}
/** After a failure of this phone's own storage. */
const AFTER_ERROR_MS = 30_000
const SHORTEST_MS = 250
/**
 * A request from before a connection event that has no answer after so long was probably sent over a dead connection.
 */
const STALE_MS = 3_000
const LONGEST_MS = 5 * 60_000

export type SchedulerOptions = {
  /** Ends all timers: the account was closed. */
  readonly stop?: AbortSignal
  /** Called after work was queued, so that the browser wakes the worker when the connection returns. */
  readonly registerBackgroundSync?: () => void
  /** Called for an error that comes neither from the connection nor from the server. */
  readonly onError?: (error: unknown) => void
}

function higherPriority(a: SyncTrigger | undefined, b: SyncTrigger): SyncTrigger {
  return a !== undefined && PRIORITY_RANK[priorityOf(a)] > PRIORITY_RANK[priorityOf(b)] ? a : b
}

/**
 * The function that everything may call at any time to sync an account; cheap when nothing is due. Calls during a
 * sync cause one more sync after it. It schedules itself when something becomes due.
 */
export function createSyncScheduler(
  account: Account,
  deps: SyncDeps,
  { stop, registerBackgroundSync, onError }: SchedulerOptions = {},
): (reason: SyncTrigger) => void {
  let running = false
  let pendingTrigger: SyncTrigger | undefined
  let timer: AbortController | undefined
  let currentRun: { readonly startedAt: number; readonly abandon: AbortController } | undefined
  let overtaking = Promise.resolve()

  async function runOnce(trigger: SyncTrigger): Promise<Pick<SyncOutcome, 'dueInMs' | 'heldBack'>> {
    const abandon = new AbortController()
    try {
      currentRun = { startedAt: deps.ports.clock.now(), abandon }
      const shouldYield = () => pendingTrigger !== undefined
      const options = { shouldYield, abandon: abandon.signal, ...(stop ? { stop } : {}) }
      return await runSync(account, deps, trigger, options)
    } catch (error) {
      onError?.(error)
      return { dueInMs: AFTER_ERROR_MS }
    } finally {
      abandon.abort()
    }
  }

  /** Sends until nothing waits or the run is over: its page or chunk of a file may take a minute, and goes on. */
  async function sendDuring(run: AbortSignal | undefined): Promise<void> {
    while (run?.aborted === false && !stop?.aborted && deps.connected?.() !== false) {
      const options = { priority: 'background', ...(stop ? { stop } : {}) } as const
      const { dueInMs } = await drainSlice(account, deps, options)
      if (dueInMs === null) return
      await deps.ports.wait(Math.max(SHORTEST_MS, dueInMs), run)
    }
  }

  async function run(): Promise<void> {
    running = true
    timer?.abort()
    let due: number | null = null
    let retryTrigger: SyncTrigger = 'timer'
    for (let trigger = pendingTrigger; trigger !== undefined && !stop?.aborted; trigger = pendingTrigger) {
      pendingTrigger = undefined
      const { dueInMs, heldBack } = await runOnce(trigger)
      due = dueInMs
      // No attempt was made on the new connection: after the wait it still counts as new.
      retryTrigger = heldBack && priorityOf(trigger) === 'connectivity' ? 'still-online' : 'timer'
      if (due === 0) pendingTrigger = higherPriority(pendingTrigger, 'timer')
    }
    running = false
    if (due !== null && !stop?.aborted) void scheduleRetry(due, retryTrigger)
  }

  async function scheduleRetry(ms: number, trigger: SyncTrigger): Promise<void> {
    const mine = new AbortController()
    timer = mine
    const end = () => mine.abort()
    stop?.addEventListener('abort', end)
    await deps.ports.wait(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms)), mine.signal)
    stop?.removeEventListener('abort', end)
    if (!mine.signal.aborted) requestSync(trigger)
  }

  function requestSync(trigger: SyncTrigger): void {
    if (stop?.aborted) return
    pendingTrigger = higherPriority(pendingTrigger, trigger)
    if (trigger === 'enqueued') registerBackgroundSync?.()
    if (!running) {
      void run()
      return
    }
    if (trigger === 'enqueued') {
      const run = currentRun?.abandon.signal
      overtaking = overtaking.then(() => sendDuring(run)).catch((error: unknown) => onError?.(error))
    }
    const stale = currentRun !== undefined && deps.ports.clock.now() - currentRun.startedAt >= STALE_MS
    if (stale && isNewConnection(trigger)) currentRun?.abandon.abort()
  }

  return requestSync
}
