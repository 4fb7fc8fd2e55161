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

/**
 * Whether an attempt may begin. Every wait counts only while the clock is inside it: when the phone's clock jumps,
 * back or far ahead, the wait is over (nobody waits longer than was meant, and the fruitless count keeps a jumping
 * clock from a hot loop).
 */
export function gateFor(state: DrainState, urgency: Urgency, now: number): Gate {
  if (urgency === 'wish') return { kind: 'open' }
  const { hold, pause, circuit } = state
  if (hold && now >= hold.setAt && now < hold.retryAt) {
    return { kind: 'closed', forMs: hold.retryAt - now, held: hold }
  }
  const fruitless = recent(state.fruitless, now)
  const oldest = fruitless[0]
  const worn = fruitless.length >= FRUITLESS_PER_MINUTE
  if (worn && oldest !== undefined && urgency !== 'heard') {
    return { kind: 'closed', forMs: oldest + MINUTE_MS - now, held: null }
  }
  const pausing = pause !== null && now >= pause.setAt && now < pause.until
  if (pausing && (circuit || urgency === 'routine')) {
    return { kind: 'closed', forMs: pause.until - now, held: null }
  }
  return { kind: 'open' }
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
        pause: { setAt: now, until: now + directive.ms },
        circuit: directive.kind === 'wait' && directive.circuit,
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
