import { AT_REST, type DrainState, type Hold } from '#data/meta.ts'
import type { Urgency } from '../kick-reason.ts'
import type { Directive } from './after-attempt.ts'

/**
 * So many attempts without success fit into one minute, unless the server itself wakes us or a person does; each makes
 * two requests at most.
 */
const FRUITLESS_PER_MINUTE = 6
const MINUTE_MS = 60_000
/** A hold is tried again after this long: the news that lifts it may have been missed. */
const HOLD_RETRY_MS = 15 * MINUTE_MS

export type Gate =
  | { readonly kind: 'open' }
  /** Closed for so many milliseconds. */
  | { readonly kind: 'closed'; readonly forMs: number; readonly held: Hold | null }

function recent(fruitless: readonly number[], now: number): number[] {
  return fruitless.filter((at) => at <= now && now - at < MINUTE_MS)
}

/** What is left of the pause, in milliseconds; 0 when there is none or it is over. */
function pauseLeft({ pause }: DrainState, now: number): number {
  return pause !== null && now >= pause.setAt && now < pause.until ? pause.until - now : 0
}

/**
 * For how many milliseconds the server still wants to be left alone (Retry-After), also under a hold; 0 when it does
 * not. Only the person's wish goes past it.
 */
export function leftAloneMs(state: DrainState, urgency: Urgency, now: number): number {
  return state.circuit && urgency !== 'wish' ? pauseLeft(state, now) : 0
}

/**
 * Whether an attempt may begin. Every wait counts only while the clock is inside it: when the phone's clock jumps,
 * back or far ahead, the wait is over (nobody waits longer than was meant, and the fruitless count keeps a jumping
 * clock from a hot loop).
 */
export function gateFor(state: DrainState, urgency: Urgency, now: number): Gate {
  if (urgency === 'wish') return { kind: 'open' }
  const { hold, circuit } = state
  if (hold && now >= hold.setAt && now < hold.retryAt) {
    return { kind: 'closed', forMs: hold.retryAt - now, held: hold }
  }
  const fruitless = recent(state.fruitless, now)
  const oldest = fruitless[0]
  const worn = fruitless.length >= FRUITLESS_PER_MINUTE
  if (worn && oldest !== undefined && urgency !== 'heard') {
    return { kind: 'closed', forMs: oldest + MINUTE_MS - now, held: null }
  }
  const forMs = pauseLeft(state, now)
  if (forMs > 0 && (circuit || urgency === 'routine')) return { kind: 'closed', forMs, held: null }
  return { kind: 'open' }
}

/**
 * How the account stands after the server answered a request that was begun at `asked`, and that did not come from the
 * outbox: the line works, so nobody waits any longer for what failed before it. What the server asked for itself, and
 * what failed since, still counts.
 */
export function stateAfterWord(state: DrainState, asked: number): DrainState {
  const { pause, circuit, hold } = state
  if (hold || circuit || pause === null || pause.setAt >= asked) return state
  return { ...state, failures: 0, pause: null }
}

/** The pause after an attempt that failed: what the server asked for stays, whatever the line does to others meanwhile. */
function pauseAfter(
  state: DrainState,
  directive: Extract<Directive, { ms: number }>,
  now: number,
): Pick<DrainState, 'pause' | 'circuit'> {
  const circuit = directive.kind === 'wait' && directive.circuit
  if (!circuit && state.circuit && pauseLeft(state, now) > 0) return { pause: state.pause, circuit: true }
  return { pause: { setAt: now, until: now + directive.ms }, circuit }
}

/** How the account stands after an attempt. */
export function stateAfter(state: DrainState, directive: Directive, now: number): DrainState {
  switch (directive.kind) {
    case 'go-on':
      return AT_REST
    case 'split':
      return { ...state, pause: null, circuit: false, hold: null }
    case 'wait':
    case 'probe':
      return {
        failures: state.failures + 1,
        ...pauseAfter(state, directive, now),
        hold: null,
        fruitless: [...recent(state.fruitless, now), now].slice(-20),
      }
    case 'hold':
      return { ...AT_REST, hold: { ...directive.hold, setAt: now, retryAt: now + HOLD_RETRY_MS } }
    case 'unauthorized':
      return {
        ...AT_REST,
        hold: { kind: 'login', code: directive.code, setAt: now, retryAt: now + HOLD_RETRY_MS },
      }
  }
}
