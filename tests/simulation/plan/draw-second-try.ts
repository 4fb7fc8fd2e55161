import { chanceOf } from '../world/chance.ts'
import { drawPair } from './draw-place.ts'
import type { Doing, Fault, PhonePlan } from './plan.ts'

/** From the first word to the last; the day has to be that long. */
const SCENE_MS = 30_000
/** A paper that nothing else on the day stands for. */
const PAPER = 9

/**
 * Two people write one paper down, one of them behind a portal and for an expense that the server knows already, and
 * changes it at once: the server refuses what was sent first, and the change waits behind it. The other's expense is
 * canceled, and what was refused is sent again. From a stream of its own.
 */
export function drawSecondTry(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
): { readonly doings: readonly Doing[]; readonly faults: readonly Fault[] } {
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
  const doings: Doing[] = [
    { ...here, ...expense, at: at(0), code: 0, price, fresh: true },
    { ...there, ...expense, at: at(4_200), code: PAPER, price, fresh: true },
    { ...here, ...expense, at: at(4_500), code: PAPER, price, fresh: false },
    { ...here, ...expense, at: at(6_000, 2_500), code: PAPER, price: price + 4, fresh: false },
    { ...there, at: at(17_000), kind: 'close expense', which: -1, status: 'canceled' },
    { ...here, at: at(22_000, 4_000), kind: 'send again', which: 0 },
  ]
  const faults: Fault[] = [
    {
      at: at(4_000),
      kind: 'line',
      phone: here.phone,
      state: 'portal',
      forMs: 6_000 + chance.between(0, 2_000),
    },
  ]
  return { doings, faults }
}
