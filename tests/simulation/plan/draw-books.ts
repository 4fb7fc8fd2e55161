import { type Chance, chanceOf } from '../world/chance.ts'
import type { Fault } from './plan.ts'

/** Versions are only in QuickBooks. */
const KINDS = ['drop-before', 'drop-answer', 'html', 'limit', 'limit-after', 'cut'] as const

/**
 * Draws whether the first company has books in an accounting service, and what goes wrong with them. From a stream of its
 * own: what people do on a day is the same with them and without.
 */
export function drawBooks(seed: number, lengthMs: number): readonly Fault[] | undefined {
  const chance = chanceOf(seed, 'books')
  if (chance.hits(0.75)) return undefined
  return Array.from({ length: chance.below(5) }, () =>
    drawTrouble(chance, Math.floor(chance.between(0, lengthMs))),
  )
}

function drawTrouble(chance: Chance, at: number): Fault {
  if (chance.hits(0.2)) return { at, kind: 'books tokens' }
  const rest = { fault: chance.pick(KINDS), times: 1 + chance.below(2), seconds: 5 + chance.below(40) }
  return { at, kind: 'books', ...rest, writes: chance.hits(0.7) }
}
