import { expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { newestCounts } from '#domain/insights/cash-count.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'

const day = '2026-11-24' as FiscalDay
const counted = (cents: number, operatorId?: string) => ({
  ...{ day, operator: 'Asha', opening: ZERO_CENTS, expected: toCents(500), counted: toCents(cents) },
  ...(operatorId === undefined ? {} : { operatorId }),
})
const differences = (...counts: ReturnType<typeof counted>[]) =>
  newestCounts(counts).map(({ difference }) => difference)

it('has the newest count of each drawer: two operators of one name have one each', () => {
  expect(differences(counted(400, 'one'), counted(300, 'two'), counted(100, 'one'))).toEqual([-100, -200])
})

it('takes a count of an older app, which has the name alone, for one of the only operator of that name', () => {
  expect(differences(counted(400, 'one'), counted(100))).toEqual([-100])
})
