import { expect, it } from 'vitest'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { drawersOf } from '#domain/reports/drawer.ts'
import { drawerTables } from '#features/sales/day-end/day-end-tables.ts'

const day = '2026-11-24' as FiscalDay
const inEnglish = ({ message, values }: { readonly message?: string; readonly values?: object }) =>
  Object.entries(values ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    message ?? '',
  )
const sold = (operatorId: string, cents: number) =>
  ({ day, operator: 'Asha Mushi', operatorId, kind: 'sold', amount: toCents(cents) }) as const

it('shows the cash and the count of each of two operators of one name (day end)', () => {
  const drawers = drawersOf(day, [sold('one', 500), sold('two', 900)])
  const count = {
    ...{ id: 'c', day, operator: 'Asha Mushi', operatorId: 'two', at: '2026-11-24T18:00:00.000Z' as Instant },
    ...{ opening: ZERO_CENTS, expected: toCents(900), counted: toCents(800) },
  }
  const tables = drawerTables(drawers, [count], inEnglish)
  expect(tables.map(({ title }) => title)).toEqual(['Cash: Asha Mushi', 'Cash: Asha Mushi (2)'])
  expect(tables.map(({ rows }) => rows[0]?.[1])).toEqual([
    { kind: 'amount', amount: 500 },
    { kind: 'amount', amount: 900 },
  ])
  expect(tables.map(({ rows }) => rows.length)).toEqual([5, 8])
  expect(tables[1]?.rows.at(-1)?.[1]).toEqual({ kind: 'amount', amount: -100 })
})

it('says what was expected at the count when cash came in after it, so that the difference adds up (day end)', () => {
  const counted = { opening: toCents(50), expected: toCents(900), counted: toCents(850) }
  const at = '2026-11-24T18:00:00.000Z' as Instant
  const count = { ...{ id: 'c', day, operator: 'Asha Mushi', operatorId: 'two', at }, ...counted }
  const tables = drawerTables(drawersOf(day, [sold('two', 900), sold('two', 300)]), [count], inEnglish)
  expect(tables[0]?.rows.slice(4).map(([name, cell]) => [name, cell])).toEqual(
    [
      ['Expected cash', 1200],
      ['Expected when it was counted', 900],
      ['Cash at the start', 50],
      ['Cash counted', 850],
      ['Difference', -100],
    ].map(([text, amount]) => [
      { kind: 'text', text },
      { kind: 'amount', amount },
    ]),
  )
})
