import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FiscalDay, type Instant, parseFiscalDay } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import {
  type CashMovement,
  cashOfCollection,
  cashOfInvoice,
  drawerDifference,
  drawerOf,
  drawersOf,
} from '#domain/reports/drawer.ts'
import { drawerNames } from '#domain/reports/drawer-owner.ts'

function day(text: string): FiscalDay {
  const parsed = parseFiscalDay(text)
  if (!parsed) throw new Error(text)
  return parsed
}

const TODAY = day('2026-11-24')
const at = (text: string) => text as Instant

const SALE = {
  id: 'i',
  totals: { totalIncludingTax: toCents(10_000) } as Invoice['totals'],
  // 01:30 of the 24th in East Africa.
  saleAt: at('2026-11-23T22:30:00.000Z'),
  operatorName: 'Asha',
  operatorId: 'asha',
  payments: [
    { type: 'cash' as const, amount: toCents(7_000) },
    { type: 'e-money' as const, amount: toCents(3_000) },
  ],
  cancellation: null,
}
const COLLECTION = {
  ...{
    id: 'c',
    companyId: 'k',
    rev: 1,
    invoiceId: 'i',
    day: TODAY,
    reference: '',
    by: 'Juma',
    canceled: false,
  },
  ...{ at: at('2026-11-24T08:00:00.000Z'), type: 'cash' as const, amount: toCents(500) },
}

describe('expected cash of a drawer (day end: cash sales and collections less cash refunds)', () => {
  it('counts only cash, on the day of the sale in East Africa', () => {
    expect(cashOfInvoice(SALE, [])).toEqual([
      { day: TODAY, operator: 'Asha', operatorId: 'asha', kind: 'sold', amount: 7_000 },
    ])
  })
  it('takes a cash refund from the drawer of who gave it, on its day, and no other refund', () => {
    const note = { id: 'n', day: TODAY, by: 'Juma', paidBy: 'cash' as const, total: toCents(2_000) }
    const moves = cashOfInvoice(
      { ...SALE, creditNotes: [note, { ...note, id: 'm', paidBy: 'e-money' as const }] },
      [],
    )
    expect(moves.slice(1)).toEqual([{ day: TODAY, operator: 'Juma', kind: 'refunded', amount: 2_000 }])
    expect(drawerOf({ operator: 'Juma' }, drawersOf(TODAY, moves)).expected).toBe(-2_000)
  })
  it('takes nothing from the drawer for goods that were not paid: less is owed', () => {
    const note = { id: 'n', day: TODAY, by: 'Juma', paidBy: 'cash' as const, total: toCents(6_000) }
    const sale = { ...SALE, payments: [], creditNotes: [note] }
    const expected = (...collections: Collection[]) =>
      drawerOf({ operator: 'Juma' }, drawersOf(TODAY, cashOfInvoice(sale, collections))).expected
    expect(expected()).toBe(0)
    expect(expected({ ...COLLECTION, amount: toCents(5_000) })).toBe(-1_000)
    expect(expected({ ...COLLECTION, amount: toCents(10_000) })).toBe(-6_000)
    expect(expected({ ...COLLECTION, amount: toCents(10_000), canceled: true })).toBe(0)
    const partly = { ...sale, payments: [{ type: 'cash' as const, amount: toCents(7_000) }] }
    expect(drawersOf(TODAY, cashOfInvoice(partly, []))).toMatchObject([
      { expected: 7_000 },
      { expected: -3_000 },
    ])
  })
  it('gives back the rest of a canceled sale on the day of the cancellation', () => {
    const note = { id: 'n', day: TODAY, by: 'Asha', paidBy: 'cash' as const, total: toCents(2_000) }
    const cancellation = { at: at('2026-11-25T09:00:00.000Z'), by: 'Juma' }
    const moves = cashOfInvoice({ ...SALE, creditNotes: [note], cancellation }, [])
    expect(drawerOf({ operator: 'Asha' }, drawersOf(TODAY, moves)).expected).toBe(5_000)
    expect(drawersOf(day('2026-11-25'), moves)).toEqual([
      { operator: 'Juma', sold: 0, collected: 0, refunded: 0, canceled: 5_000, expected: -5_000 },
    ])
  })
  it('counts a cash collection, and none that was canceled or paid otherwise', () => {
    expect(cashOfCollection(COLLECTION)).toMatchObject([{ kind: 'collected', operator: 'Juma', amount: 500 }])
    expect(cashOfCollection({ ...COLLECTION, canceled: true })).toEqual([])
    expect(cashOfCollection({ ...COLLECTION, type: 'cheque' })).toEqual([])
  })
  it('is another one for an operator of the same name, also for what is given back later', () => {
    const other = { ...SALE, operatorId: 'asha-2' }
    const note = {
      id: 'n',
      day: TODAY,
      by: 'Asha',
      byId: 'asha-2',
      paidBy: 'cash' as const,
      total: toCents(2_000),
    }
    const moves = [...cashOfInvoice({ ...SALE, creditNotes: [note] }, []), ...cashOfInvoice(other, [])]
    const cash = { ...COLLECTION, by: 'Asha', byId: 'asha' }
    const drawers = drawersOf(TODAY, [...moves, ...cashOfCollection(cash)])
    expect(drawers).toMatchObject([
      { operator: 'Asha', operatorId: 'asha', sold: 7_000, collected: 500, refunded: 0 },
      { operator: 'Asha', operatorId: 'asha-2', sold: 7_000, collected: 0, refunded: 2_000 },
    ])
    expect(drawerOf({ operator: 'Asha', operatorId: 'asha-2' }, drawers).expected).toBe(5_000)
    expect([...drawerNames(drawers).values()]).toEqual(['Asha', 'Asha (2)'])
  })
  it('has what an older server recorded under the name alone, where only one operator has the name', () => {
    const moves = [...cashOfInvoice(SALE, []), ...cashOfCollection({ ...COLLECTION, by: 'Asha' })]
    expect(drawersOf(TODAY, moves)).toMatchObject([{ operatorId: 'asha', sold: 7_000, collected: 500 }])
    const twice = drawersOf(TODAY, [...moves, ...cashOfInvoice({ ...SALE, operatorId: 'asha-2' }, [])])
    expect(twice.map(({ expected }) => expected)).toEqual([500, 7_000, 7_000])
  })
  it('says how much is missing or too much beside what the day began with', () => {
    const count = { counted: toCents(9_000), opening: toCents(1_000), expected: toCents(8_500) }
    expect(drawerDifference(count)).toBe(-500)
  })
  it('loses nothing: the drawers of a day add up to its movements, in any order', () => {
    const movement = fc.record({
      day: fc.constantFrom(TODAY, day('2026-11-23')),
      operator: fc.constantFrom('Asha', 'Juma', ''),
      operatorId: fc.constantFrom('one', 'two', undefined),
      kind: fc.constantFrom('sold', 'collected', 'refunded', 'canceled'),
      amount: fc.integer({ min: 0, max: 9_999_999 }).map(toCents),
    })
    fc.assert(
      fc.property(fc.array(movement), (moves: CashMovement[]) => {
        const left = moves
          .filter((move) => move.day === TODAY)
          .reduce(
            (sum, { kind, amount }) => sum + (kind === 'sold' || kind === 'collected' ? amount : 0 - amount),
            0,
          )
        const drawers = drawersOf(TODAY, moves)
        expect(drawers.reduce((sum, { expected }) => sum + expected, 0)).toBe(left)
        expect(drawersOf(TODAY, moves.toReversed())).toEqual(drawers)
      }),
    )
  })
})
