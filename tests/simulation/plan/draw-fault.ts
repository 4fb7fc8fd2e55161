import { type Chance, chanceOf } from '../world/chance.ts'
import type { Fault } from './plan.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const SERVER_FATES = ['die-before', 'die-after', 'cut-before', 'cut-after', 'serialization'] as const
const AUTHORITY_FAULTS = [
  ...(['drop-before', 'drop-answer', 'status', 'html', 'code', 'lost', 'delayed', 'empty-ackcode'] as const),
] as const

/** Draws what goes wrong at a moment. With a strict authority nothing is refused for itself. */
export function drawFault(
  chance: Chance,
  at: number,
  length: number,
  phones: number,
  strict: boolean,
): Fault {
  const phone = chance.below(phones)
  const forMs = chance.between(1_000, length / 3)
  const roll = chance.below(100)
  if (roll < 14) {
    const state = chance.pick(['offline', 'black hole', 'portal', 'offline'] as const)
    return { at, kind: 'line', phone, state, forMs }
  }
  if (roll < 32) {
    const noise = {
      loss: chance.between(0, 0.3),
      replay: chance.between(0, 0.5),
      spoil: chance.hits(0.6) ? chance.between(0, 0.3) : 0,
      proxyErrors: chance.hits(0.3) ? chance.between(0, 0.3) : 0,
      refusals: chance.hits(0.6) ? chance.between(0, 0.4) : 0,
      delayMs: 10 ** chance.between(1, 3.4),
    }
    return { at, kind: 'noise', phone, ...noise, forMs: forMs * 2 }
  }
  const slot = chance.below(2)
  if (roll < 40) return { at, kind: 'kill tab', phone, slot, backAfterMs: chance.between(50, 20_000) }
  if (roll < 42) return { at, kind: 'evict', phone }
  if (roll < 44) return { at, kind: 'freeze tab', phone, slot, forMs: chance.between(1_000, 4 * MINUTE) }
  if (roll < 45) return { at, kind: 'slow timers', phone, slot, forMs: chance.between(MINUTE, 4 * MINUTE) }
  if (roll < 48) {
    const offsetMs = chance.pick([400 * DAY, -400 * DAY, 90_000, -90_000, 3_600_000, -1_600_000_000_000])
    return { at, kind: 'phone clock', phone, offsetMs }
  }
  if (roll < 56) {
    const fate = chance.pick(['full', 'full', 'lost', 'open hangs', 'die', 'die', 'die'] as const)
    // Databases are opened seldom, and only writing fills them.
    const afterUses = chance.below({ 'open hangs': 2, full: 12, lost: 40, die: 60 }[fate])
    return { at, kind: 'storage', phone, fate, times: 1 + chance.below(2), afterUses }
  }
  if (roll < 74) {
    const fate = chance.pick(SERVER_FATES)
    const process = chance.below(2)
    return {
      at,
      kind: 'server',
      process,
      fate,
      afterQueries: 1 + chance.below(30),
      downMs: chance.between(10, 20_000),
    }
  }
  if (roll < 79) return { at, kind: 'slow queries', chance: chance.between(0.02, 0.3), forMs }
  if (roll < 81)
    return { at, kind: 'server clock', offsetMs: chance.pick([-3_600_000, -30_000, 5_000]), forMs }
  if (roll < 93) {
    const fault = !strict && chance.hits(0.4) ? 'code' : chance.pick(AUTHORITY_FAULTS)
    // A strict authority takes no number after one that it refused: with it, nothing is refused for itself.
    const code = strict ? 5 : chance.pick([5, 914, 914])
    const rest = { code, times: 1 + chance.below(3), afterProcessing: chance.hits(0.5) }
    return { at, kind: 'authority', company: chance.below(2), fault, ...rest }
  }
  if (roll < 96) {
    const loss = chance.hits(0.3) ? 1 : chance.between(0, 0.5)
    return { at, kind: 'authority line', loss, replay: chance.between(0, 0.5), forMs }
  }
  if (roll < 98) return { at, kind: 'block', company: chance.below(2), forMs }
  return { at, kind: 'expire tokens', company: chance.below(2) }
}

/** The authority takes one receipt for wrong. Only a lax one: a strict one then refuses every later number. */
export function drawRefusal(chance: Chance, length: number): Fault {
  const at = chance.between(0, length / 2)
  // Refused once, it would be sent again: the words may be about a block that is over.
  const rest = { code: 914, times: 2, afterProcessing: false }
  return { at, kind: 'authority', company: 0, fault: 'code', ...rest }
}

/** Everything at once and all the time: what a bad day is made of. */
export function drawStorm(chance: Chance, length: number, phones: number): Fault[] {
  const noise = Array.from({ length: phones }, (_, phone): Fault => {
    return {
      ...{ at: 0, kind: 'noise', phone, forMs: length },
      loss: chance.between(0.05, 0.3),
      replay: chance.between(0.05, 0.5),
      spoil: chance.between(0, 0.3),
      proxyErrors: chance.between(0, 0.15),
      refusals: chance.hits(0.5) ? chance.between(0, 0.15) : 0,
      delayMs: 10 ** chance.between(1, 3.2),
    }
  })
  const slow: Fault = { at: 0, kind: 'slow queries', chance: chance.between(0.02, 0.2), forMs: length }
  const authority: Fault = {
    ...{ at: 0, kind: 'authority line', forMs: length },
    loss: chance.between(0, 0.4),
    replay: chance.between(0, 0.4),
  }
  return [...noise, slow, authority]
}

/**
 * Pages of the feed that are on their way for long, so that they are old when they come. From a stream of its own: what
 * else goes wrong on a day is the same with it and without.
 */
export function drawSlowPulls(seed: number, length: number, phones: number): Fault[] {
  const chance = chanceOf(seed, 'slow pulls')
  if (chance.hits(0.6)) return []
  const at = chance.between(0, length / 2)
  const phone = chance.below(phones)
  return [{ at, kind: 'slow pulls', phone, delayMs: chance.between(1_000, 12_000), forMs: length }]
}
