import { chanceOf } from '../world/chance.ts'
import { ROW_DAMAGES } from '../world/row-damages.ts'
import { drawPair } from './draw-position.ts'
import type { Fault, PhonePlan, UserAction } from './plan.ts'

/** A cache on the line of one phone, now and then. From a stream of its own, as all of these. */
export function drawForeignAnswers(seed: number, lengthMs: number, phones: number): Fault[] {
  const chance = chanceOf(seed, 'foreign answers')
  if (chance.hits(0.85)) return []
  const at = Math.floor(chance.between(0, lengthMs / 2))
  const phone = chance.below(phones)
  return [{ at, kind: 'foreign answers', phone, chance: chance.between(0.1, 0.5), forMs: lengthMs - at }]
}

/** Work that goes from phone to phone by other ways, on which a copy is a scene of its own. */
const OTHER_WAYS: readonly UserAction['kind'][] = ['seal', 'take over here', 'hand on', 'attach files']

/** The storage of a phone is copied to the phone of another of the shop, and both sell on at once. */
export function drawCopy(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
  beside: readonly UserAction[],
): { readonly doings: readonly UserAction[]; readonly faults: readonly Fault[] } {
  const chance = chanceOf(seed, 'copy')
  const pair = chance.hits(0.12) ? drawPair(chance, phones) : undefined
  if (!pair || beside.some(({ kind }) => OTHER_WAYS.includes(kind))) return { doings: [], faults: [] }
  const [phone, to] = pair
  const at = Math.floor(chance.between(0, Math.max(1, lengthMs - 20_000)))
  const doings = [phone, to, phone, to].map((seller, index): UserAction => {
    const rest = { price: 1 + chance.below(9), customer: chance.below(3), product: chance.below(4) }
    const sold = at + 4_500 + index * 600 + chance.below(900)
    return { at: sold, phone: seller, slot: 0, kind: 'submit', which: 0, ...rest, fresh: true }
  })
  return { doings, faults: [{ at, kind: 'copy phone', phone, to }] }
}

/** An offline phone writes some sales; then its storage loses or spoils what waits. */
export function drawRottenStorage(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
): { readonly doings: readonly UserAction[]; readonly faults: readonly Fault[] } {
  const chance = chanceOf(seed, 'rot')
  if (chance.hits(0.88)) return { doings: [], faults: [] }
  const phone = chance.below(phones.length)
  const start = Math.floor(chance.between(0, lengthMs / 2))
  const doings = Array.from({ length: 2 + chance.below(3) }, (_, index): UserAction => {
    const rest = { price: 1 + chance.below(9), customer: chance.below(6), product: chance.below(4) }
    const at = start + 800 + index * 400
    const [which, slot] = [chance.below(8), chance.below(2)]
    return { at, phone, slot, kind: 'submit', which, ...rest, fresh: true }
  })
  const offlineMs = chance.between(6_000, 12_000)
  const faults: Fault[] = [{ at: start, kind: 'line', phone, state: 'offline', forMs: offlineMs }]
  const at = Math.floor(start + 3_200 + chance.between(0, 2_000))
  if (chance.hits(0.5)) {
    const count = 1 + chance.below(2)
    for (let index = 0; index < count; index += 1) {
      const [which, how] = [chance.below(8), chance.below(ROW_DAMAGES.length)]
      faults.push({ at: at + index, kind: 'damage row', phone, which, how })
    }
  } else {
    const stores = chance.hits(0.5) ? (['outbox'] as const) : (['outbox', 'invoices'] as const)
    faults.push({ at, kind: 'empty stores', phone, stores })
  }
  return { doings, faults }
}
