import { type Chance, chanceOf } from '../world/chance.ts'
import { drawPair, drawPosition } from './draw-position.ts'
import type { PhonePlan, UserAction } from './plan.ts'

/** Soon after a sale, often while that still waits. */
const soonAfter = (chance: Chance) => chance.between(50, 3_000)

/**
 * Draws which customers pay later for what they bought, and which vendors are entered. From a stream of its own: what
 * else happens on a day is the same with it and without.
 */
export function drawBookkeeping(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
  beside: readonly UserAction[],
): UserAction[] {
  const chance = chanceOf(seed, 'bookkeeping')
  if (chance.hits(0.6)) return []
  const sales = beside.filter(({ kind }) => kind === 'submit')
  const doings = Array.from({ length: 1 + chance.below(4) }, (): UserAction => {
    const where = drawPosition(chance, lengthMs, phones, sales, soonAfter)
    const which = chance.below(8)
    const roll = chance.below(10)
    if (roll < 5) return { ...where, kind: 'collect', which, tenths: 1 + chance.below(11) }
    if (roll < 6) return { ...where, kind: 'cancel payment', which }
    return { ...where, kind: 'vendor', which, number: chance.below(4), fresh: chance.hits(0.6) }
  })
  return [...doings, ...drawTwoWhoKnowTheSame(chance, lengthMs, phones)].sort((a, b) => a.at - b.at)
}

/**
 * A sale on credit that two people see; both take all of the money for it, and one notices. From a stream of its own.
 */
export function drawPaidTwice(seed: number, lengthMs: number, phones: readonly PhonePlan[]): UserAction[] {
  const chance = chanceOf(seed, 'paid twice')
  const pair = chance.hits(0.08) ? drawPair(chance, phones) : undefined
  if (!pair) return []
  const [here, there] = [
    { phone: pair[0], slot: 0 },
    { phone: pair[1], slot: 0 },
  ]
  const start = Math.floor(chance.between(0, Math.max(1, lengthMs - 16_000)))
  const sale = { price: 1 + chance.below(4), customer: 0, product: 0, fresh: true }
  const paid = { kind: 'collect' as const, which: 0, tenths: 10 }
  return [
    { ...here, at: start, kind: 'submit', which: 0, ...sale },
    { ...there, at: start + 3_000, kind: 'focus' },
    { ...here, at: start + 6_000, ...paid },
    { ...there, at: start + 6_000 + chance.below(150), ...paid },
    { ...there, at: start + 11_000 + chance.below(3_000), kind: 'cancel payment', which: 0 },
  ]
}

/** Two people enter the same vendor, neither of whom has seen what the other wrote. */
function drawTwoWhoKnowTheSame(chance: Chance, lengthMs: number, phones: readonly PhonePlan[]): UserAction[] {
  const pair = chance.hits(0.3) ? drawPair(chance, phones) : undefined
  const at = Math.floor(chance.between(0, lengthMs))
  return (pair ?? []).map((phone) => {
    const rest = { which: 0, number: 5, fresh: true }
    return { at: at + chance.below(200), phone, slot: 0, kind: 'vendor' as const, ...rest }
  })
}
