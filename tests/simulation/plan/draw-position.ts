import type { Chance } from '../world/chance.ts'
import type { PhonePlan, UserAction } from './plan.ts'

/** Who may take over what others wrote: the first person owns the first shop. */
export const OWNER = 0
/** The only person of the other shop. */
const STRANGER = 3

export const shopOf = (person: number): number => (person === STRANGER ? 1 : 0)

type ActionPosition = Pick<UserAction, 'at' | 'phone' | 'slot'>

/** Draws the place and time of an action: half of the time `awayMs` from one of `beside`, in the same tab. */
export function drawPosition(
  chance: Chance,
  lengthMs: number,
  phones: readonly PhonePlan[],
  beside: readonly UserAction[],
  awayMs: (chance: Chance) => number,
): ActionPosition {
  const near = beside[chance.below(beside.length)]
  if (near && chance.hits(0.5)) {
    const at = Math.max(0, Math.floor(near.at + awayMs(chance)))
    return { at, phone: near.phone, slot: near.slot }
  }
  const phone = chance.below(phones.length)
  const at = Math.floor(chance.between(0, lengthMs))
  return { at, phone, slot: chance.below(phones[phone]?.tabs ?? 1) }
}

/** Two phones of one shop, if there are. */
export function drawPair(
  chance: Chance,
  phones: readonly PhonePlan[],
): readonly [number, number] | undefined {
  const pairs = phones.flatMap((one, from) =>
    phones.flatMap((other, to): [number, number][] =>
      from !== to && shopOf(one.person) === shopOf(other.person) ? [[from, to]] : [],
    ),
  )
  return pairs[chance.below(pairs.length)]
}
