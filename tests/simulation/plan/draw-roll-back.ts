import { type Chance, chanceOf } from '../world/chance.ts'
import type { Fault, Plan, UserAction } from './plan.ts'

const LENGTH_MS = 90_000
/** The copy of the data is made; later all phones look once more; then it is put back. */
const KEPT_AT_MS = 14_000
const LOOK_AT_MS = 34_000
const PUT_BACK_AT_MS = 42_000

/**
 * A day of its own on which the data of the server goes back without a word, after every phone has seen all of it: a
 * number that no phone has seen yet is missed by none. Nothing else goes wrong, for what was only on one thing that is
 * lost as well is lost. Every other day stays as it is.
 */
export function drawRollBack(plan: Plan): Plan {
  const chance = chanceOf(plan.seed, 'roll back')
  if (chance.hits(0.97)) return plan
  const { doors: _, ...ofPhones } = plan
  const phones = plan.phones.map((_, phone) => phone)
  const doings = [
    ...sales(chance, phones, 2_000, 10_000),
    ...sales(chance, phones, KEPT_AT_MS + 1_500, LOOK_AT_MS - 8_000),
    ...[0, 3_000].flatMap((ms) =>
      phones.map((phone): UserAction => ({ at: LOOK_AT_MS + ms, phone, slot: 0, kind: 'focus' })),
    ),
    ...sales(chance, phones, PUT_BACK_AT_MS + 3_000, PUT_BACK_AT_MS + 20_000),
  ]
  const fault: Fault = { at: KEPT_AT_MS, kind: 'roll back', afterMs: PUT_BACK_AT_MS - KEPT_AT_MS }
  return {
    ...{ ...ofPhones, lengthMs: LENGTH_MS, doings, faults: [fault] },
    ...{ strictAuthority: true, tokenLifeMs: null, leavesParked: false, books: false },
  }
}

function sales(chance: Chance, phones: readonly number[], from: number, to: number): UserAction[] {
  return phones.flatMap((phone) =>
    Array.from({ length: 1 + chance.below(2) }, (): UserAction => {
      const rest = { price: 1 + chance.below(9), customer: 0, product: chance.below(4), fresh: true }
      const at = Math.floor(chance.between(from, to))
      return { at, phone, slot: 0, kind: 'submit', which: 0, ...rest }
    }),
  )
}
