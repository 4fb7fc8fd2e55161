import type { Account } from '#session/account.ts'
import type { SyncDeps } from './deps.ts'
import { isNewLine, type KickReason, type Urgency, urgencyOf } from './kick-reason.ts'
import { runSync, type SyncOutcome } from './run-sync.ts'

const WEIGHT: Record<Urgency, number> = { routine: 0, news: 1, heard: 2, wish: 3 }
/** After a failure of this phone's own storage. */
const AFTER_ERROR_MS = 30_000
const SHORTEST_MS = 250
/** What was asked before news of the line and has no answer after so long was probably asked of a dead one. */
const STALE_MS = 3_000
const LONGEST_MS = 5 * 60_000

export type KickOptions = {
  /** Ends all timers: the account was left. */
  readonly stop?: AbortSignal
  /** Asked after work was queued, so that the browser wakes the worker when the line returns. */
  readonly wakeLater?: () => void
  /** Told of an error that is not the line's or the server's. */
  readonly onError?: (error: unknown) => void
}

function heavier(a: KickReason | undefined, b: KickReason): KickReason {
  return a !== undefined && WEIGHT[urgencyOf(a)] > WEIGHT[urgencyOf(b)] ? a : b
}

/**
 * The one thing everybody may call at any time: it wakes the queue of an account, cheaply when nothing is due. Calls
 * during a sync are one more sync after it. It comes back by itself when something becomes due.
 */
export function createKick(
  account: Account,
  deps: SyncDeps,
  { stop, wakeLater, onError }: KickOptions = {},
): (reason: KickReason) => void {
  let running = false
  let waiting: KickReason | undefined
  let timer: AbortController | undefined
  let present: { readonly begun: number; readonly hurry: AbortController } | undefined

  async function once(reason: KickReason): Promise<SyncOutcome['dueInMs']> {
    try {
      const hurry = new AbortController()
      present = { begun: deps.ports.clock.now(), hurry }
      const isAwaited = () => waiting !== undefined
      const options = { isAwaited, hurry: hurry.signal, ...(stop ? { stop } : {}) }
      return (await runSync(account, deps, reason, options)).dueInMs
    } catch (error) {
      onError?.(error)
      return AFTER_ERROR_MS
    }
  }

  async function run(): Promise<void> {
    running = true
    timer?.abort()
    let due: number | null = null
    for (let reason = waiting; reason !== undefined && !stop?.aborted; reason = waiting) {
      waiting = undefined
      due = await once(reason)
      if (due === 0) waiting = heavier(waiting, 'timer')
    }
    running = false
    if (due !== null && !stop?.aborted) void comeBack(due)
  }

  async function comeBack(ms: number): Promise<void> {
    const mine = new AbortController()
    timer = mine
    const end = () => mine.abort()
    stop?.addEventListener('abort', end)
    await deps.ports.wait(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms)), mine.signal)
    stop?.removeEventListener('abort', end)
    if (!mine.signal.aborted) kick('timer')
  }

  function kick(reason: KickReason): void {
    if (stop?.aborted) return
    waiting = heavier(waiting, reason)
    if (reason === 'enqueued') wakeLater?.()
    if (!running) {
      void run()
      return
    }
    const stale = present !== undefined && deps.ports.clock.now() - present.begun >= STALE_MS
    if (stale && isNewLine(reason)) present?.hurry.abort()
  }

  return kick
}
