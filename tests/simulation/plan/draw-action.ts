import type { Chance } from '../world/chance.ts'
import type { PhonePlan, UserAction } from './plan.ts'

/** Draws what a person does at a moment. */
export function drawAction(chance: Chance, at: number, phones: readonly PhonePlan[]): UserAction {
  const phone = chance.below(phones.length)
  const where = { at, phone, slot: chance.below(phones[phone]?.tabs ?? 1) }
  const which = chance.below(8)
  const price = 1 + chance.below(9)
  const roll = chance.below(100)
  if (roll < 12 || (roll >= 12 && roll < 40)) {
    const kind = roll < 12 ? ('save' as const) : ('submit' as const)
    const rest = { customer: chance.below(6), product: chance.below(4), fresh: chance.hits(0.6) }
    return { ...where, kind, which, price, ...rest }
  }
  if (roll < 43) return { ...where, kind: 'credit', which }
  if (roll < 46) return { ...where, kind: 'mail', which }
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
    // Often a user of the other shop: nothing of one shop may reach the other.
    const person = chance.hits(0.5) ? 3 : chance.below(4)
    return { ...where, kind: 'shift', person, afterMs: chance.below(3_000) }
  }
  if (roll < 93) return { ...where, kind: 'log in', person: chance.below(4) }
  if (roll < 95) return { ...where, kind: 'open' }
  if (roll < 97) return { ...where, kind: 'focus' }
  if (roll < 99) return { ...where, kind: 'stock', which, price }
  return { ...where, kind: 'send now' }
}
