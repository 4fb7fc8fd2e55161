import { chanceOf } from '../world/chance.ts'
import { drawPair, OWNER, shopOf } from './draw-position.ts'
import type { Fault, PhonePlan, UserAction } from './plan.ts'

/** From the first word to the last; the day has to be that long. */
const SCENE_MS = 30_000
/** A paper that no other action of the day uses. */
const PAPER = 9

/**
 * Two people write one paper down, one of them behind a portal and for an expense that the server knows already, and
 * changes it at once: the server refuses what was sent first, and the change waits behind it. The other's expense is
 * canceled, and what was refused is sent again. On half of these days the other has taken it over meanwhile, is refused as
 * well, and sends it again later. From a stream of its own.
 */
export function drawSecondAttempt(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
): { readonly doings: readonly UserAction[]; readonly faults: readonly Fault[] } {
  const chance = chanceOf(seed, 'second try')
  const pair = chance.hits(0.1) ? drawPair(chance, phones) : undefined
  if (!pair) return { doings: [], faults: [] }
  const start = Math.floor(chance.between(0, lengthMs - SCENE_MS))
  const [here, there] = [
    { phone: pair[0], slot: 0 },
    { phone: pair[1], slot: 0 },
  ]
  const price = 1 + chance.below(4)
  const expense = { kind: 'expense', which: -1 } as const
  const at = (afterMs: number, spreadMs = 0) => Math.floor(start + afterMs + chance.between(0, spreadMs))
  const both = shopOf(phones[pair[0]]?.person ?? OWNER) === shopOf(OWNER) && chance.hits(0.5)
  const doings: UserAction[] = [
    { ...here, ...expense, at: at(0), code: 0, price, fresh: true },
    { ...there, ...expense, at: at(4_200), code: PAPER, price, fresh: true },
    { ...here, ...expense, at: at(4_500), code: PAPER, price: price + 2, fresh: false },
    { ...here, ...expense, at: at(6_000, 2_500), code: PAPER, price: price + 4, fresh: false },
    { ...there, at: at(17_000), kind: 'close expense', which: -1, status: 'canceled' },
    { ...here, at: at(22_000, 4_000), kind: 'send again', which: 0 },
  ]
  if (both) {
    const recipient = phones[pair[1]]?.person
    if (recipient !== OWNER && recipient !== phones[pair[0]]?.person) {
      doings.unshift({ ...there, at: at(0), kind: 'shift', person: OWNER, afterMs: 300 })
    }
    doings.push(
      { ...here, at: at(8_700), kind: 'seal', by: 'file' },
      { ...there, at: at(9_000, 500), kind: 'take over', which: 0 },
      { ...there, at: at(26_500, 3_000), kind: 'send again', which: 0 },
    )
  }
  const faults: Fault[] = [
    {
      at: at(4_000),
      kind: 'line',
      phone: here.phone,
      state: 'portal',
      forMs: 6_000 + chance.between(0, 2_000),
    },
  ]
  return { doings: doings.toSorted((one, other) => one.at - other.at), faults }
}
