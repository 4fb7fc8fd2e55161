import { type Chance, chanceOf } from '../world/chance.ts'
import { drawAction } from './draw-action.ts'
import { drawBookkeeping, drawPaidTwice } from './draw-bookkeeping.ts'
import { drawBooks } from './draw-books.ts'
import { drawCatalogue } from './draw-catalogue.ts'
import { drawDoors } from './draw-doors.ts'
import { drawExpenses } from './draw-expenses.ts'
import { drawFault, drawRefusal, drawSlowPulls, drawStorm } from './draw-fault.ts'
import { drawFiles } from './draw-files.ts'
import { drawRollBack } from './draw-roll-back.ts'
import { drawCopy, drawForeignAnswers, drawRottenStorage } from './draw-rot.ts'
import { drawSecondAttempt } from './draw-second-attempt.ts'
import { drawTransfers } from './draw-transfers.ts'
import type { PhonePlan, Plan, UserAction } from './plan.ts'

const MINUTE = 60_000

function drawPhones(chance: Chance): PhonePlan[] {
  const count = chance.pick([1, 1, 2, 2, 2, 3, 3, 4])
  return Array.from({ length: count }, (_, index) => ({
    // The third phone often belongs to the other company.
    person: index === 2 && chance.hits(0.6) ? 3 : index,
    tabs: 1 + chance.below(2),
    hasLocks: chance.hits(0.85),
    hasWorker: chance.hits(0.6),
  }))
}

/** Moments in a span, in their order; some fall together, as when two people press at once. */
function drawMoments(chance: Chance, length: number, count: number): number[] {
  const moments: number[] = []
  while (moments.length < count) {
    const last = moments.at(-1)
    const together = last !== undefined && chance.hits(0.3)
    moments.push(Math.floor(together ? last + chance.between(0, 400) : chance.between(0, length)))
  }
  return moments.sort((a, b) => a - b)
}

/** Things that are done together are often done to the same record. */
function drawActions(chance: Chance, moments: readonly number[], phones: readonly PhonePlan[]): UserAction[] {
  const doings: UserAction[] = []
  for (const at of moments) {
    const drawn = drawAction(chance, at, phones)
    const before = doings.at(-1)
    const close = before !== undefined && at - before.at < 500
    const same = close && 'which' in before && 'which' in drawn
    doings.push(same ? { ...drawn, which: before.which } : drawn)
  }
  return doings
}

/**
 * Draws a run from a seed: some shop minutes, now and then across midnight in East Africa, with some faults.
 */
export function makePlan(seed: number): Plan {
  const chance = chanceOf(seed, 'plan')
  const phones = drawPhones(chance)
  const lengthMs = Math.floor((chance.hits(0.85) ? chance.between(0.7, 4) : chance.between(4, 15)) * MINUTE)
  // Midnight in East Africa is 21:00 in UTC; the day of UTC ends three hours later.
  const startsAt = chance.pick([
    Date.parse('2026-11-21T10:00:00.000Z'),
    Date.parse('2026-11-21T21:00:00.000Z') - lengthMs / 2,
    Date.parse('2026-11-22T00:00:00.000Z') - lengthMs / 2,
  ])
  const doings = drawActions(chance, drawMoments(chance, lengthMs, 6 + chance.below(18)), phones)
  const strictAuthority = chance.hits(0.6)
  const weather = chance.below(100)
  const faults =
    weather < 8
      ? []
      : drawMoments(chance, lengthMs, 1 + chance.below(12)).map((at) =>
          drawFault(chance, at, lengthMs, phones.length, strictAuthority),
        )
  // A receipt refused for its own content is rare, and then a person has to repair it.
  const refused = !strictAuthority && chance.hits(0.3) ? [drawRefusal(chance, lengthMs)] : []
  const storm = weather >= 70 ? drawStorm(chance, lengthMs, phones.length) : []
  const transfers = drawTransfers(seed, lengthMs, phones)
  const secondTry = drawSecondAttempt(seed, lengthMs, phones)
  const rot = drawRottenStorage(seed, lengthMs, phones)
  const files = drawFiles(seed, lengthMs, phones, doings)
  const books = drawBooks(seed, lengthMs)
  const copy = drawCopy(seed, lengthMs, phones, [...transfers.doings, ...secondTry.doings, ...files])
  const { doors, faults: doorFaults } = drawDoors(seed, lengthMs)
  return drawRollBack({
    seed,
    startsAt: Math.floor(startsAt),
    lengthMs,
    phones,
    processes: 1 + chance.below(2),
    strictAuthority,
    tokenLifeMs: chance.hits(0.4) ? Math.floor(chance.between(20_000, 240_000)) : null,
    leavesParked: chanceOf(seed, 'evening').hits(0.35),
    ...(doors ? { doors } : {}),
    ...(books && { books: true }),
    doings: [
      ...[...doings, ...drawExpenses(seed, lengthMs, phones, doings), ...transfers.doings],
      ...[...files, ...secondTry.doings],
      ...[
        ...drawBookkeeping(seed, lengthMs, phones, doings),
        ...drawPaidTwice(seed, lengthMs, phones),
        ...drawCatalogue(seed, lengthMs, phones, doings),
        ...rot.doings,
      ],
      ...copy.doings,
    ],
    faults: [
      ...[...storm, ...refused, ...faults, ...drawSlowPulls(seed, lengthMs, phones.length)],
      ...[...transfers.faults, ...secondTry.faults],
      ...[...drawForeignAnswers(seed, lengthMs, phones.length), ...rot.faults],
      ...[...copy.faults, ...doorFaults, ...(books ?? [])],
    ],
  })
}
