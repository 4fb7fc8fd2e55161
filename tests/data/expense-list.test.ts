import { beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { expenseRow } from '#data/expense-row.ts'
import { hasMoreExpenses, listExpensesOfDays, listFilteredExpenses } from '#data/expenses.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { searchExpenses } from '#data/search-expenses.ts'
import { addDays, type FiscalDay, type Instant } from '#domain/calendar/east-africa.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { expenseFields } from '../support/expense-input.ts'
import { testPorts } from './records.ts'

const FIRST = '2026-01-01' as FiscalDay
const COUNT = 1_000
const YEAR = { from: FIRST, to: '2026-12-31' as FiscalDay }

let db: AccountDatabase
let read = 0
beforeAll(async () => {
  db = await openAccountDatabase('expenses', testPorts())
  const fields = expenseFields()
  await db.expenses.bulkAdd(
    Array.from({ length: COUNT }, (_, index) =>
      expenseRow(
        {
          ...fields,
          id: `expense ${index}`,
          companyId: 'a company',
          rev: 1,
          // Four at the same minute of each day.
          day: addDays(FIRST, Math.floor(index / 4)),
          category: index % 40 === 0 ? 'RENT' : 'FUEL',
          ...(index === 9 && { categoryId: 'own category' }),
          status: index === 7 ? 'processed' : 'pending',
          totals: expenseTotals(fields),
          createdBy: 'a person',
          createdByName: 'A person',
          createdAt: '2026-01-01T06:00:00.000Z' as Instant,
        },
        { kind: 'none' },
      ),
    ),
  )
  db.expenses.hook('reading', (row) => {
    read += 1
    return row
  })
})

const RENT = { category: 'RENT' }
const isRent = ({ category }: ExpenseRow) => category === 'RENT'
const ids = (rows: readonly ExpenseRow[]) => rows.map(({ id }) => id)

it('lists all expenses that match, each once and newest first, also those of one minute', async () => {
  const all = await listExpensesOfDays(db, YEAR)
  expect(all).toHaveLength(COUNT)
  expect(ids(await listFilteredExpenses(db, YEAR, COUNT + 1))).toEqual(ids(all))
  const rents = ids(all.filter(isRent))
  expect(rents).toHaveLength(25)
  expect(ids(await listFilteredExpenses(db, { ...YEAR, ...RENT }, 100))).toEqual(rents)
  expect(ids(await listFilteredExpenses(db, { ...YEAR, ...RENT }, 3))).toEqual(rents.slice(0, 3))
})

it('keeps to the days, both included', async () => {
  const range = { from: addDays(FIRST, 10), to: addDays(FIRST, 19) }
  const found = await listFilteredExpenses(db, range, COUNT)
  expect(found).toHaveLength(40)
  expect([found.at(0)?.day, found.at(-1)?.day]).toEqual([range.to, range.from])
})

it('reads none but those of a status or category, however few of all they are', async () => {
  read = 0
  expect(await listFilteredExpenses(db, { ...YEAR, ...RENT }, 50)).toHaveLength(25)
  expect(read).toBe(25)
  read = 0
  expect(ids(await listFilteredExpenses(db, { status: 'processed' }, 50))).toEqual(['expense 7'])
  expect(read).toBe(1)
  read = 0
  expect(ids(await listFilteredExpenses(db, { category: 'own category' }, 50))).toEqual(['expense 9'])
  expect(ids(await listFilteredExpenses(db, { category: 'own category', status: 'canceled' }, 50))).toEqual(
    [],
  )
  expect(read).toBe(2)
})

it('lists under a default category no expense of a category that the company made', async () => {
  const fuel = ids(await listFilteredExpenses(db, { category: 'FUEL' }, COUNT))
  expect(fuel).toHaveLength(COUNT - 25 - 1)
  expect(fuel).not.toContain('expense 9')
})

it('searches among all that a text finds, however few of them match, each once', async () => {
  const { vendor } = expenseFields()
  const rents = ids((await listExpensesOfDays(db, YEAR)).filter(isRent)).sort()
  expect(ids(await searchExpenses(db, vendor.name, 100, isRent)).sort()).toEqual(rents)
  const all = await searchExpenses(db, vendor.name.slice(0, 1), COUNT + 1)
  expect(new Set(ids(all)).size).toBe(COUNT)
  expect(all).toHaveLength(COUNT)
})

it('finds the latest of very many, and reads no more than is shown', async () => {
  read = 0
  const { vendor } = expenseFields()
  const latest = await searchExpenses(db, vendor.name, 50)
  expect(read).toBe(50)
  // Ids sort by time, those of this test as text.
  expect(ids(latest)).toContain('expense 999')
})

it('lists them from the oldest on too, and says whether there are more than a number (lists on a wide screen)', async () => {
  const oldest = (await listExpensesOfDays(db, YEAR)).reverse()
  expect(ids(await listFilteredExpenses(db, YEAR, COUNT + 1, true))).toEqual(ids(oldest))
  const rents = ids(oldest.filter(isRent))
  expect(ids(await listFilteredExpenses(db, { ...YEAR, ...RENT }, 3, true))).toEqual(rents.slice(0, 3))
  expect(await hasMoreExpenses(db, YEAR, COUNT)).toBe(false)
  expect(await hasMoreExpenses(db, YEAR, COUNT - 1)).toBe(true)
  expect(await hasMoreExpenses(db, { from: FIRST, to: FIRST }, 4)).toBe(false)
})
