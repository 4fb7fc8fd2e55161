import { type Chance, chanceOf } from '../world/chance.ts'
import { drawPosition } from './draw-position.ts'
import type { PhonePlan, PlannedFile, UserAction } from './plan.ts'

const TYPES = ['image/jpeg', 'image/jpeg', 'application/pdf', 'image/png'] as const

/** Half of them go in one chunk, the others in two or three, and more on a slow connection. */
function drawFile(chance: Chance, text: string): PlannedFile {
  const size = chance.hits(0.45) ? chance.between(900, 40_000) : chance.between(66_000, 210_000)
  return { word: text, size: Math.floor(size), type: chance.pick(TYPES) }
}

/** Just before a sale, so that it comes while a file is on its way. */
const justBefore = (chance: Chance) => -chance.between(100, 600)

/**
 * Draws which photos of papers people put to their expenses, take off again and look at. Few contents for all of them,
 * so that one paper is attached twice, on one phone or on two. From a stream of its own: what else happens on a day is
 * the same with it and without.
 */
export function drawFiles(
  seed: number,
  lengthMs: number,
  phones: readonly PhonePlan[],
  beside: readonly UserAction[],
): UserAction[] {
  const chance = chanceOf(seed, 'files')
  if (!chance.hits(0.3)) return []
  const first = drawFile(chance, `${seed} risiti 1`)
  const pool = [first, drawFile(chance, `${seed} risiti 2`), drawFile(chance, `${seed} risiti 3`)] as const
  const sales = beside.filter(({ kind }) => kind === 'submit')
  const doings = Array.from({ length: 1 + chance.below(2) }, (): UserAction => {
    const where = drawPosition(chance, lengthMs, phones, sales, justBefore)
    const which = chance.below(8)
    const files = chance.hits(0.25) ? [chance.pick(pool), chance.pick(pool)] : [chance.pick(pool)]
    const rest = { price: 1 + chance.below(9), fresh: chance.hits(0.6), files: [...new Set(files)] }
    return { ...where, kind: 'attach files', which, ...rest }
  })
  // A user removes or opens a file, mostly after the first was attached.
  const begun = Math.min(...doings.map(({ at }) => at))
  const afterwards = () => {
    return {
      ...drawPosition(chance, lengthMs, phones, sales, justBefore),
      at: Math.floor(chance.between(begun, lengthMs)),
    }
  }
  if (chance.hits(0.3)) doings.push({ ...afterwards(), kind: 'take file off', which: chance.below(8) })
  if (chance.hits(0.6)) {
    const foreign = chance.hits(0.4) ? chance.pick(pool) : null
    doings.push({ ...afterwards(), kind: 'open file', which: chance.below(8), foreign })
  }
  return doings.sort((a, b) => a.at - b.at)
}
