import { type Chance, chanceOf } from '../world/chance.ts'
import { drawPosition } from './draw-position.ts'
import type { PhonePlan, UserAction } from './plan.ts'

/** Often while the sale beside it still waits. */
const soonAfter = (chance: Chance) => chance.between(50, 3_000)

/**
 * Draws files of customers that are imported, and customers and vendors that are merged. From a stream of its own: what
 * else happens on a day is the same with it and without.
 */
export function drawCatalogue(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
  beside: readonly UserAction[],
): UserAction[] {
  const chance = chanceOf(seed, 'catalogue')
  if (chance.hits(0.75)) return []
  return Array.from({ length: 1 + chance.below(4) }, (): UserAction => {
    const where = drawPosition(chance, lengthMs, phones, beside, soonAfter)
    // Few series, so that two phones often take in the same file.
    if (chance.hits(0.5))
      return { ...where, kind: 'import', series: chance.below(2), rows: 1 + chance.below(4) }
    const kind = chance.hits(0.6) ? ('merge customer' as const) : ('merge vendor' as const)
    return { ...where, kind, which: chance.below(6), other: chance.below(6) }
  }).sort((a, b) => a.at - b.at)
}
