import { type AccountPause, type DrainState, INITIAL_DRAIN_STATE } from '#data/meta.ts'
import type { NextAction } from './next-action.ts'
import type { SyncPriority } from './sync-trigger.ts'

/** The most failed requests in one minute, unless the server itself wakes us or a person asks. */
const MAX_FAILURES_PER_MINUTE = 6
/**
 * After a reported reconnection more attempts are allowed, so that a minute of an unstable connection does not delay
 * the first sale after it: immediately for the first failures of a minute, then at this interval. The last attempt
 * may make two requests, and twelve a minute are the limit.
 */
const MAX_RECONNECTIONS_PER_MINUTE = 11
const RECONNECTIONS_AT_ONCE = 3
const BETWEEN_RECONNECTIONS_MS = 5_000
/** A connection that was up for so long counts as stable. */
const STABLE_MS = 1_000
const MINUTE_MS = 60_000
/** A pause is tried again after this long: the event that ends it may have been missed. */
const PAUSED_RETRY_MS = 15 * MINUTE_MS

export type BackoffDecision =
  | { readonly kind: 'open' }
  /** Closed for so many milliseconds. */
  | { readonly kind: 'closed'; readonly forMs: number; readonly paused: AccountPause | null }

function withinLastMinute(failures: readonly number[], now: number): number[] {
  return failures.filter((at) => at <= now && now - at < MINUTE_MS)
}

/** For how many milliseconds the failures of the last minute, oldest first, delay an attempt; 0 when they do not. */
function waitAfterFailures(recent: readonly number[], priority: SyncPriority, now: number): number {
  const [oldest, latest] = [recent[0], recent.at(-1)]
  if (oldest === undefined || latest === undefined || priority === 'server-contact') return 0
  const limit = priority === 'connectivity' ? MAX_RECONNECTIONS_PER_MINUTE : MAX_FAILURES_PER_MINUTE
  if (recent.length >= limit) return oldest + MINUTE_MS - now
  const dueInMs = latest + BETWEEN_RECONNECTIONS_MS - now
  const spaced = priority === 'connectivity' && recent.length >= RECONNECTIONS_AT_ONCE && dueInMs > 0
  return spaced ? Math.max(STABLE_MS, dueInMs) : 0
}

/** The rest of the pause, in milliseconds; 0 when there is none or it is over. */
function remainingPauseMs({ pause }: DrainState, now: number): number {
  return pause !== null && now >= pause.setAt && now < pause.until ? pause.until - now : 0
}

/**
 * For how many milliseconds the server still asks for no requests (Retry-After), also while the account is paused; 0
 * when it does not. Only a request by the person overrides it.
 */
export function serverRetryAfterMs(state: DrainState, priority: SyncPriority, now: number): number {
  return state.circuit && priority !== 'user' ? remainingPauseMs(state, now) : 0
}

/**
 * Whether an attempt may begin. Every wait counts only while the clock is within it: when the phone's clock jumps,
 * back or far ahead, the wait is over. So no wait is longer than intended, and `fruitless` prevents a busy loop under
 * a jumping clock.
 */
export function decideBackoff(state: DrainState, priority: SyncPriority, now: number): BackoffDecision {
  if (priority === 'user') return { kind: 'open' }
  const { hold, circuit } = state
  if (hold && now >= hold.setAt && now < hold.retryAt) {
    return { kind: 'closed', forMs: hold.retryAt - now, paused: hold }
  }
  const waitMs = waitAfterFailures(withinLastMinute(state.fruitless, now), priority, now)
  if (waitMs > 0) return { kind: 'closed', forMs: waitMs, paused: null }
  const forMs = remainingPauseMs(state, now)
  if (forMs > 0 && (circuit || priority === 'background')) return { kind: 'closed', forMs, paused: null }
  return { kind: 'open' }
}

/**
 * The state after the server answered a request outside the outbox that began at `requestStartedAt`: the connection
 * works, so waits caused by earlier failures end. A wait that the server asked for and later failures still count.
 */
export function stateAfterServerContact(state: DrainState, requestStartedAt: number): DrainState {
  const { pause, circuit, hold, fruitless } = state
  if (hold || circuit) return state
  const since = fruitless.filter((at) => at >= requestStartedAt)
  const pauseIsOver = pause !== null && pause.setAt < requestStartedAt
  if (!pauseIsOver && since.length === fruitless.length) return state
  return { ...state, fruitless: since, ...(pauseIsOver ? { failures: 0, pause: null } : {}) }
}

/** The pause after a failed attempt: a wait that the server asked for stays, whatever fails meanwhile. */
function pauseAfter(
  state: DrainState,
  action: Extract<NextAction, { ms: number }>,
  now: number,
): Pick<DrainState, 'pause' | 'circuit'> {
  const circuit = action.kind === 'wait' && action.requestedByServer
  if (!circuit && state.circuit && remainingPauseMs(state, now) > 0)
    return { pause: state.pause, circuit: true }
  return { pause: { setAt: now, until: now + action.ms }, circuit }
}

/** The state of the account's queue after an attempt. */
export function stateAfter(state: DrainState, action: NextAction, now: number): DrainState {
  switch (action.kind) {
    case 'go-on':
      return INITIAL_DRAIN_STATE
    case 'split':
      return { ...state, pause: null, circuit: false, hold: null }
    case 'wait':
    case 'probe':
      return {
        failures: state.failures + 1,
        ...pauseAfter(state, action, now),
        hold: null,
        // An answer that is not from our server costs a second request, the ping.
        fruitless: [
          ...withinLastMinute(state.fruitless, now),
          ...(action.kind === 'probe' ? [now, now] : [now]),
        ].slice(-20),
      }
    case 'hold':
      return {
        ...INITIAL_DRAIN_STATE,
        hold: { ...action.paused, setAt: now, retryAt: now + PAUSED_RETRY_MS },
      }
    case 'unauthorized':
      return {
        ...INITIAL_DRAIN_STATE,
        hold: { kind: 'login', code: action.code, setAt: now, retryAt: now + PAUSED_RETRY_MS },
      }
  }
}
