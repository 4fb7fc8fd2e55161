import { beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { expenseRow } from '#data/expense-row.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { addDays, type FiscalDay, type Instant } from '#domain/calendar/east-africa.ts'
import type { ExpenseFilter } from '#domain/expenses/expense-filter.ts'
import type { Cents } from '#domain/money/cents.ts'
import { type ExpenseColumn, readExpenseTable } from '#features/expenses/table/read-expense-table.ts'
import { testPorts } from '../../data/records.ts'
import { expenseFields } from '../../support/expense-input.ts'

const FIRST = '2026-01-01' as FiscalDay
/** The most that are read to be sorted. */
const MOST = 320
const WORDS = {
  title: ({ vendor }: ExpenseRow) => vendor.name,
  category: ({ category }: ExpenseRow) => category,
  status: ({ shown }: ExpenseRow) => shown,
}

function row(index: number, name: string, total: number): ExpenseRow {
  const fields = expenseFields()
  return expenseRow(
    {
      ...fields,
      id: `expense ${index}`,
      companyId: 'a company',
      rev: 1,
      day: addDays(FIRST, index % 300),
      vendor: { ...fields.vendor, name },
      category: index % 2 === 0 ? 'RENT' : 'FUEL',
      totals: { net: total as Cents, vat: 0 as Cents, total: total as Cents, balance: 0 as Cents },
      createdBy: 'a person',
      createdByName: 'A person',
      createdAt: '2026-01-01T06:00:00.000Z' as Instant,
    },
    { kind: 'none' },
  )
}

let db: AccountDatabase
beforeAll(async () => {
  db = await openAccountDatabase('expense table', testPorts())
  await db.expenses.bulkAdd([row(0, 'Zuri', 300), row(1, 'Amina', 900), row(2, 'Musa', 500)])
})

async function read(by: ExpenseColumn, descending: boolean, text = '', filter: ExpenseFilter = {}) {
  const sort = { by, descending }
  const { rows, ...rest } = await readExpenseTable(db, { text, filter, limit: 50, sort }, WORDS, MOST)
  return { ...rest, names: rows.map(({ vendor }) => vendor.name) }
}

it('sorts by each column, of those that the search and the filter let through (lists on a wide screen)', async () => {
  expect((await read('day', true)).names).toEqual(['Musa', 'Amina', 'Zuri'])
  expect((await read('day', false)).names).toEqual(['Zuri', 'Amina', 'Musa'])
  expect((await read('name', false)).names).toEqual(['Amina', 'Musa', 'Zuri'])
  expect((await read('amount', true)).names).toEqual(['Amina', 'Musa', 'Zuri'])
  expect((await read('category', false)).names).toEqual(['Amina', 'Musa', 'Zuri'])
  expect((await read('amount', true, '', { category: 'RENT' })).names).toEqual(['Musa', 'Zuri'])
  expect((await read('day', false, 'mu', { category: 'RENT' })).names).toEqual(['Musa'])
  expect((await read('day', false, 'mu', { category: 'FUEL' })).names).toEqual([])
})

it('sorts very many by the day alone, and says so; those of a few days by each column', async () => {
  await db.expenses.bulkAdd(
    Array.from({ length: MOST }, (_, index) => row(index + 3, `Duka ${index}`, index)),
  )
  const { names, ...rest } = await read('amount', true)
  expect(names).toHaveLength(50)
  expect(rest).toEqual({ more: true, sort: { by: 'day', descending: true }, sortable: 'indexed' })
  expect(await read('day', false)).toMatchObject({ sort: { by: 'day', descending: false } })
  const few = await read('amount', true, '', { from: FIRST, to: FIRST })
  expect(few).toMatchObject({ sort: { by: 'amount', descending: true }, sortable: 'all', more: false })
  expect(few.names).toEqual(['Zuri', 'Duka 297'])
})
