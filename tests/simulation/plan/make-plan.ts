import { type Chance, chanceOf } from '../world/chance.ts'
import type { Doing, Fault, PhonePlan, Plan } from './plan.ts'

const MINUTE = 60_000
const DAY = 86_400_000

function drawPhones(chance: Chance): PhonePlan[] {
  const count = chance.pick([1, 1, 2, 2, 2, 3, 3, 4])
  return Array.from({ length: count }, (_, index) => ({
    // The third phone often belongs to the other company.
    person: index === 2 && chance.hits(0.6) ? 3 : index,
    tabs: 1 + chance.below(2),
    hasLocks: chance.hits(0.85),
    hasWorker: chance.hits(0.4),
  }))
}

function drawDoing(chance: Chance, at: number, phones: readonly PhonePlan[]): Doing {
  const phone = chance.below(phones.length)
  const where = { at, phone, slot: chance.below(phones[phone]?.tabs ?? 1) }
  const which = chance.below(8)
  const price = 1 + chance.below(9)
  const roll = chance.below(100)
  if (roll < 12 || (roll >= 12 && roll < 45)) {
    const kind = roll < 12 ? ('save' as const) : ('submit' as const)
    const rest = { customer: chance.below(6), product: chance.below(4), fresh: chance.hits(0.6) }
    return { ...where, kind, which, price, ...rest }
  }
  if (roll < 52) return { ...where, kind: 'submit twice', which, price, apartMs: chance.below(200) }
  if (roll < 60) return { ...where, kind: 'cancel', which }
  if (roll < 64) return { ...where, kind: 'take back', which }
  if (roll < 66) return { ...where, kind: 'repair', which }
  if (roll < 68) return { ...where, kind: 'discard', which }
  if (roll < 70) return { ...where, kind: 'send again', which }
  if (roll < 72) return { ...where, kind: 'keep as draft', which }
  if (roll < 80)
    return { ...where, kind: 'customer', which, number: chance.below(5), fresh: chance.hits(0.6) }
  if (roll < 85) return { ...where, kind: 'product', which, price, fresh: chance.hits(0.5) }
  if (roll < 87) return { ...where, kind: 'log out' }
  if (roll < 92) {
    // Often somebody of the other shop: nothing of one may reach the other.
    const person = chance.hits(0.5) ? 3 : chance.below(4)
    return { ...where, kind: 'shift', person, afterMs: chance.below(3_000) }
  }
  if (roll < 93) return { ...where, kind: 'log in', person: chance.below(4) }
  if (roll < 95) return { ...where, kind: 'open' }
  if (roll < 98) return { ...where, kind: 'focus' }
  return { ...where, kind: 'send now' }
}

const SERVER_FATES = ['die-before', 'die-after', 'cut-before', 'cut-after', 'serialization'] as const
const AUTHORITY_FAULTS = [
  ...(['drop-before', 'drop-answer', 'status', 'html', 'code', 'lost', 'delayed', 'empty-ackcode'] as const),
] as const

function drawFault(chance: Chance, at: number, length: number, phones: number, strict: boolean): Fault {
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
      spoil: chance.hits(0.5) ? chance.between(0, 0.2) : 0,
      proxyErrors: chance.hits(0.3) ? chance.between(0, 0.3) : 0,
      delayMs: 10 ** chance.between(1, 3.4),
    }
    return { at, kind: 'noise', phone, ...noise, forMs: forMs * 2 }
  }
  const slot = chance.below(2)
  if (roll < 44) return { at, kind: 'kill tab', phone, slot, backAfterMs: chance.between(50, 20_000) }
  if (roll < 47) return { at, kind: 'freeze tab', phone, slot, forMs: chance.between(1_000, 4 * MINUTE) }
  if (roll < 50) {
    const offsetMs = chance.pick([400 * DAY, -400 * DAY, 90_000, -90_000, 3_600_000, -1_600_000_000_000])
    return { at, kind: 'phone clock', phone, offsetMs }
  }
  if (roll < 56) {
    const fate = chance.pick(['full', 'lost', 'open hangs'] as const)
    return { at, kind: 'storage', phone, fate, times: 1 + chance.below(2), afterUses: chance.below(40) }
  }
  if (roll < 78) {
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
  if (roll < 83) return { at, kind: 'slow queries', chance: chance.between(0.02, 0.3), forMs }
  if (roll < 85)
    return { at, kind: 'server clock', offsetMs: chance.pick([-3_600_000, -30_000, 5_000]), forMs }
  if (roll < 93) {
    const fault = chance.pick(AUTHORITY_FAULTS)
    // A strict authority takes no number after one that it refused: with it, nothing is refused for itself.
    const code = strict ? 5 : chance.pick([5, 914])
    const rest = { code, times: 1 + chance.below(3), afterProcessing: chance.hits(0.5) }
    return { at, kind: 'authority', company: chance.below(2), fault, ...rest }
  }
  if (roll < 96)
    return { at, kind: 'authority line', loss: chance.between(0, 0.5), replay: chance.between(0, 0.5), forMs }
  if (roll < 98) return { at, kind: 'block', company: chance.below(2), forMs }
  return { at, kind: 'expire tokens', company: chance.below(2) }
}

/** Draws a run from a seed: some shop minutes, now and then across midnight in East Africa, with some trouble. */
export function makePlan(seed: number): Plan {
  const chance = chanceOf(seed, 'plan')
  const phones = drawPhones(chance)
  const lengthMs = (chance.hits(0.85) ? chance.between(1, 6) : chance.between(6, 25)) * MINUTE
  // Midnight in East Africa is 21:00 in UTC; the day of UTC ends three hours later.
  const startsAt = chance.pick([
    Date.parse('2026-11-21T10:00:00.000Z'),
    Date.parse('2026-11-21T21:00:00.000Z') - lengthMs / 2,
    Date.parse('2026-11-22T00:00:00.000Z') - lengthMs / 2,
  ])
  const moments = (count: number) =>
    Array.from({ length: count }, () => Math.floor(chance.between(0, lengthMs))).sort((a, b) => a - b)
  const doings = moments(6 + chance.below(18)).map((at) => drawDoing(chance, at, phones))
  const strictAuthority = chance.hits(0.7)
  const calm = chance.hits(0.1)
  const faults = calm
    ? []
    : moments(1 + chance.below(12)).map((at) =>
        drawFault(chance, at, lengthMs, phones.length, strictAuthority),
      )
  return {
    seed,
    startsAt: Math.floor(startsAt),
    lengthMs: Math.floor(lengthMs),
    phones,
    processes: 1 + chance.below(2),
    strictAuthority,
    tokenLifeMs: chance.hits(0.4) ? Math.floor(chance.between(20_000, 240_000)) : null,
    doings,
    faults,
  }
}
