import { expect, it } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { expenseRow } from '#data/expense-row.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import {
  isFoundFor,
  PAGE,
  preparedExpenses,
  prepareExpenses,
  readFound,
  readSearchTotals,
} from '#features/expenses/read-found.ts'
import { numberedId, testPorts } from '../../data/records.ts'
import { expenseFields } from '../../support/expense-input.ts'

it('gives what was read for an opening list to its first page only, not to a search or a filter', async () => {
  const db = await openAccountDatabase('found expenses', testPorts())
  const asked = { text: '', filter: {}, limit: PAGE }
  expect(preparedExpenses(db, asked)).toBeUndefined()
  await prepareExpenses(db)
  expect(preparedExpenses(db, asked)?.end).toMatchObject({ value: { rows: [], full: false } })
  for (const other of [{ text: 'neema' }, { filter: { status: 'pending' as const } }, { limit: 2 * PAGE }]) {
    expect(preparedExpenses(db, { ...asked, ...other })).toBeUndefined()
  }
})

/** What the list waits for is over at once; that the storage does not answer is noticed after long only. */
const wait = (ms: number) => (ms < 1_000 ? Promise.resolve() : new Promise<void>(() => undefined))

/** 300 expenses at one vendor, one in a hundred of them for rent. */
async function openWithExpenses(name: string) {
  const db = await openAccountDatabase(name, testPorts({ wait }))
  const fields = expenseFields()
  await db.expenses.bulkAdd(
    Array.from({ length: 300 }, (_, index) =>
      expenseRow(
        {
          ...fields,
          id: numberedId(index),
          companyId: 'a company',
          rev: 1,
          category: index % 100 === 99 ? 'RENT' : 'FUEL',
          totals: expenseTotals(fields),
          createdBy: 'a person',
          createdByName: 'A person',
          createdAt: '2026-01-01T06:00:00.000Z' as Instant,
        },
        { kind: 'none' },
      ),
    ),
  )
  return { db, text: fields.vendor.name, each: expenseTotals(fields) }
}

it('knows what it was found for, also read ahead', async () => {
  const db = await openAccountDatabase('found for', testPorts())
  const none = { text: '', filter: { status: undefined } }
  await prepareExpenses(db)
  const { end } = preparedExpenses(db, { ...none, limit: PAGE }) ?? {}
  if (typeof end !== 'object') throw new Error('nothing was read ahead')
  expect(isFoundFor(end.value, none)).toBe(true)
  expect(isFoundFor(end.value, { ...none, text: 'neema' })).toBe(false)
  expect(isFoundFor(end.value, { ...none, filter: { category: 'RENT' } })).toBe(false)
})

it('searches under a filter among all expenses, not only the first that the text finds', async () => {
  const { db, text } = await openWithExpenses('searched under a filter')
  const rents = await readFound(db, { text, filter: { category: 'RENT' }, limit: PAGE }, false)
  expect(rents.rows).toHaveLength(3)
  expect(rents.full).toBe(false)
  const first = await readFound(db, { text, filter: { category: 'FUEL' }, limit: PAGE }, false)
  expect(first.rows).toHaveLength(PAGE)
  expect(first.full).toBe(true)
  const last = await readFound(db, { text, filter: { category: 'FUEL' }, limit: 6 * PAGE }, false)
  expect(last.rows).toHaveLength(297)
  expect(last.full).toBe(false)
})

it('adds up all that a search finds, also those below the first rows, until the next key', async () => {
  const { db, text, each } = await openWithExpenses('added up')
  const totals = await readSearchTotals(db, { text, filter: {} }, () => true)
  expect(totals).toEqual({ count: 300, total: each.total * 300, vat: each.vat * 300 })
  expect(await readSearchTotals(db, { text, filter: { category: 'RENT' } }, () => true)).toMatchObject({
    count: 3,
    total: each.total * 3,
  })
  expect(await readSearchTotals(db, { text, filter: {} }, () => false)).toBeUndefined()
})
