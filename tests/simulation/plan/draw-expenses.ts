import { type Chance, chanceOf } from '../world/chance.ts'
import { drawPosition } from './draw-position.ts'
import type { PhonePlan, UserAction } from './plan.ts'

/** Right beside a sale, so that queues and batches are mixed. */
const rightBeside = (chance: Chance) => chance.between(0, 400)

/**
 * Draws the expenses people enter. It has a random stream of its own: the rest of a day is the same with and
 * without it.
 */
export function drawExpenses(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
  beside: readonly UserAction[],
): UserAction[] {
  const chance = chanceOf(seed, 'expenses')
  if (chance.hits(0.3)) return []
  return Array.from({ length: 1 + chance.below(5) }, (): UserAction => {
    const where = drawPosition(chance, lengthMs, phones, beside, rightBeside)
    const which = chance.below(8)
    if (chance.hits(0.3)) {
      return { ...where, kind: 'close expense', which, status: chance.pick(['processed', 'canceled']) }
    }
    const rest = { price: 1 + chance.below(9), code: chance.below(5), fresh: chance.hits(0.6) }
    return { ...where, kind: 'expense', which, ...rest }
  }).sort((a, b) => a.at - b.at)
}
