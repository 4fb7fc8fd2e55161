import { type Chance, chanceOf } from '../world/chance.ts'
import type { DoorDay, DoorSale, Fault } from './plan.ts'

/** No sale of a phone comes to one of these. */
const FIRST_AMOUNT = 20_017

function drawSale(chance: Chance, at: number, amount: number): DoorSale {
  if (chance.hits(0.5)) {
    return { at, by: 'API', amount, again: chance.hits(0.5), named: chance.hits(0.5) }
  }
  const hangsUpAfter = chance.hits(0.4) ? 1 + chance.below(7) : null
  return { at, by: 'USSD', amount, again: chance.hits(0.5), hangsUpAfter }
}

/** What stops a server while it is at the sale; most sales take some thirty queries. */
function drawServerFault(chance: Chance, { at }: DoorSale): Fault {
  const fate = chance.pick(['die-before', 'die-after', 'die-after', 'cut-before', 'cut-after'] as const)
  return {
    ...{ at: at + chance.below(400), kind: 'server', process: chance.below(2), fate },
    ...{ afterQueries: 1 + chance.below(70), downMs: chance.between(10, 8_000) },
  }
}

/**
 * Draws what a program sells by the public API and a feature phone by USSD. From a stream of its own: a day without them
 * is as it was.
 */
export function drawDoors(seed: number, lengthMs: number): { doors?: DoorDay; faults: Fault[] } {
  const chance = chanceOf(seed, 'doors')
  if (!chance.hits(0.2)) return { faults: [] }
  const isRough = chance.hits(0.75)
  const line = {
    loss: isRough ? chance.between(0, 0.3) : 0,
    replay: isRough ? chance.between(0, 0.5) : 0,
    proxyErrors: isRough ? chance.between(0, 0.2) : 0,
    delayMs: 10 ** chance.between(1, 3),
  }
  const sales = Array.from({ length: 1 + chance.below(4) }, (_, index) =>
    drawSale(chance, Math.floor(chance.between(0, lengthMs)), FIRST_AMOUNT + index),
  )
  const faults = sales.flatMap((sale) => (chance.hits(0.5) ? [drawServerFault(chance, sale)] : []))
  return { doors: { line, sales }, faults }
}
