import * as fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { keepExpenseMonths, readExpenseMonths, storeExpenseMonths } from '#data/expense-months.ts'
import { expenseRow } from '#data/expense-row.ts'
import { listExpensesOfDays } from '#data/expenses.ts'
import { deleteRecord, upsertRecords } from '#data/records.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { addDays, type FiscalDay, type Instant } from '#domain/calendar/east-africa.ts'
import { EXPENSE_STATUSES, type Expense, NO_VENDOR } from '#domain/expenses/expense.ts'
import { listTotals, matchesFilter, totalsOfMonths } from '#domain/expenses/expense-filter.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { groupExpenses } from '#domain/reports/expense-groups.ts'
import { expenseReport } from '#domain/reports/expense-report.ts'
import { expenseFields } from '../support/expense-input.ts'
import { scanExpenses } from '../support/scan-expenses.ts'
import { testPorts } from './records.ts'

const FIRST = '2025-11-01' as FiscalDay
const ALL = { from: '0000-01-01' as FiscalDay, to: '9999-12-31' as FiscalDay }
const NONE = { kind: 'none' } as const
const range = (from: string, to: string) => ({ from: from as FiscalDay, to: to as FiscalDay })

function expense(id: string, change: Partial<Expense> = {}): Expense {
  const fields = { ...expenseFields(), ...change }
  return {
    ...fields,
    id,
    companyId: 'company',
    rev: 1,
    totals: expenseTotals(fields),
    createdBy: 'user',
    createdByName: 'Asha Mfano',
    createdAt: '2026-01-02T06:31:00.000Z' as Instant,
    ...change,
  }
}

/** Short waits end at once; the limit for opening a database never comes. */
const PORTS = testPorts({ wait: (ms) => (ms < 5_000 ? Promise.resolve() : new Promise(() => undefined)) })

let db: AccountDatabase
let accounts = 0
beforeEach(async () => {
  accounts += 1
  db = await openAccountDatabase(`months ${accounts}`, PORTS)
})

const save = (...expenses: Expense[]) =>
  workTransaction(db, () =>
    upsertRecords(
      db,
      expenses.map((record) => ({ record: { kind: 'expense', record }, pending: NONE })),
    ),
  )
const keep = async (days = ALL) => keepExpenseMonths(db, await readExpenseMonths(db, days))
const storedMonths = async () => (await db.expenseMonths.toArray()).map(({ month }) => month)

/** Every way in which a row of the table can change, each with the months whose sums it makes wrong. */
const WRITES: readonly [string, (row: ExpenseRow) => Promise<unknown>, readonly string[]][] = [
  ['put', (row) => db.expenses.put({ ...row, note: 1 } as ExpenseRow), ['2026-01']],
  ['add', () => db.expenses.add(expenseRow(expense('new'), NONE)), ['2026-01']],
  ['bulkPut', (row) => db.expenses.bulkPut([row]), ['2026-01']],
  ['bulkAdd', () => db.expenses.bulkAdd([expenseRow(expense('new'), NONE)]), ['2026-01']],
  ['update', (row) => db.expenses.update(row.id, { rev: 2 }), ['2026-01']],
  ['delete', (row) => db.expenses.delete(row.id), ['2026-01']],
  ['bulkDelete', (row) => db.expenses.bulkDelete([row.id]), ['2026-01']],
  ['modify', () => db.expenses.where('orderKey').above('2026-02').modify({ rev: 2 }), ['2026-02']],
  ['delete of a filter', () => db.expenses.filter(({ id }) => id === 'one').delete(), ['2026-01']],
  ['delete of a range', () => db.expenses.where('id').equals('one').delete(), ['2026-01']],
  ['clear', () => db.expenses.clear(), ['2026-01', '2026-02', '2026-03']],
  [
    'a write to another month',
    (row) => db.expenses.put(expenseRow(expense(row.id, { day: '2026-02-01' as FiscalDay }), NONE)),
    ['2026-01', '2026-02'],
  ],
  [
    'a write in a transaction that names only the expenses',
    (row) => db.transaction('rw', db.expenses, () => db.expenses.delete(row.id)),
    ['2026-01'],
  ],
  ['a command', () => save(expense('one', { status: 'canceled' })), ['2026-01']],
  ['a deleted record', () => workTransaction(db, () => deleteRecord(db, 'expense', 'one')), ['2026-01']],
]

describe('the sums of a month', () => {
  beforeEach(async () => {
    await save(
      expense('one'),
      expense('two', { day: '2026-02-03' as FiscalDay }),
      expense('three', { day: '2026-03-03' as FiscalDay }),
    )
    await keep()
    expect(await storedMonths()).toEqual(['2026-01', '2026-02', '2026-03'])
  })

  it.each(WRITES)('are deleted with the write that makes them wrong: %s', async (_, change, wrong) => {
    const row = await db.expenses.get('one')
    if (!row) throw new Error('not stored')
    await change(row)
    const right = ['2026-01', '2026-02', '2026-03'].filter((month) => !wrong.includes(month))
    // A range of keys may take the sums of other months with it, and never leaves a wrong one.
    for (const month of await storedMonths()) expect(right).toContain(month)
    const { months } = await readExpenseMonths(db, ALL)
    expect(months).toEqual(groupExpenses(ALL, await listExpensesOfDays(db, ALL)))
  })

  it('are deleted for all months where the row cannot be read any more, and the row can be deleted', async () => {
    const reading = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('unreadable', 'DataError')
    })
    await db.expenses.delete('one')
    reading.mockRestore()
    expect(await db.expenses.toCollection().primaryKeys()).toEqual(['three', 'two'])
    expect(await storedMonths()).toEqual([])
  })

  it('stay when the transaction that deleted them fails, because the expense stays too', async () => {
    const failing = workTransaction(db, async () => {
      await upsertRecords(db, [{ record: { kind: 'expense', record: expense('one') }, pending: NONE }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await storedMonths()).toContain('2026-01')
  })

  it('are read instead of the expenses, which only parts of months need', async () => {
    let read = 0
    db.expenses.hook('reading', (row) => {
      read += 1
      return row
    })
    await readExpenseMonths(db, ALL)
    await readExpenseMonths(db, range('2026-01-01', '2026-12-31'))
    expect(read).toBe(0)
    const { months, missing } = await readExpenseMonths(db, range('2026-01-02', '2026-03-02'))
    expect(read).toBe(1)
    expect(months.map(({ month, kinds }) => [month, kinds[0]?.count])).toEqual([
      ['2026-02', 1],
      ['2026-01', 1],
    ])
    expect(missing).toEqual([])
  })

  it('are never stored from some days of a month', async () => {
    await db.expenseMonths.clear()
    await keep(range('2026-01-02', '2026-03-30'))
    expect(await storedMonths()).toEqual(['2026-02'])
  })

  it('are right after an expense was written while they were added up', async () => {
    await db.expenseMonths.clear()
    const stores = storeExpenseMonths(db, ['2026-01'])
    const saves = save(expense('four'))
    await Promise.all([stores, saves])
    const { months } = await readExpenseMonths(db, range('2026-01-01', '2026-01-31'))
    expect(months[0]?.kinds[0]?.count).toBe(2)
  })

  it('are corrected once after a start where an older app wrote an expense', async () => {
    const right = await db.expenseMonths.get('2026-02')
    if (!right) throw new Error('not stored')
    const sums = JSON.stringify({ ...(JSON.parse(right.sums) as object), kinds: [] })
    await db.expenseMonths.put({ month: '2026-02', sums })
    db.close()
    db = await openAccountDatabase(`months ${accounts}`, PORTS)
    await keep()
    expect(await db.expenseMonths.get('2026-02')).toEqual(right)
  })

  it('are added up again and stored where their row is damaged', async () => {
    const right = await db.expenseMonths.get('2026-02')
    await db.expenseMonths.put({ month: '2026-02', sums: 'damaged' })
    const { months, missing } = await readExpenseMonths(db, ALL)
    expect(months).toEqual(groupExpenses(ALL, await listExpensesOfDays(db, ALL)))
    expect(missing).toEqual(['2026-02'])
    await keep()
    expect(await db.expenseMonths.get('2026-02')).toEqual(right)
  })

  it('of one account are not those of another', async () => {
    const other = await openAccountDatabase(`other ${accounts}`, testPorts())
    expect((await readExpenseMonths(other, ALL)).months).toEqual([])
    expect(await other.expenseMonths.count()).toBe(0)
  })
})

const item = fc
  .record({
    amount: fc.integer({ min: 1, max: 9_999_999 }),
    taxType: fc.constantFrom('standard', 'exempted'),
  })
  .map(({ amount, taxType }) => ({
    description: 'x',
    quantity: toQuantity(1_000),
    unitAmount: toCents(amount),
    taxType,
    rate: toBasisPoints(taxType === 'standard' ? 1800 : 0),
  }))

/** Few values of each, so that expenses meet in groups; few ids, so that some are written again. */
const anExpense = fc
  .record({
    id: fc.integer({ min: 0, max: 15 }).map((n) => `expense ${n}`),
    status: fc.constantFrom(...EXPENSE_STATUSES),
    day: fc.integer({ min: 0, max: 150 }).map((days) => addDays(FIRST, days)),
    time: fc.constantFrom('08:00', '09:30'),
    kind: fc.constantFrom(
      { category: 'RENT' },
      { category: 'OTHER' },
      { category: 'OTHER', categoryId: 'own' },
    ) as fc.Arbitrary<Pick<Expense, 'category' | 'categoryId'>>,
    vendor: fc.constantFrom(
      { name: 'Duka' },
      { name: 'DUKA' },
      { name: 'Neema', taxNumber: '100000001' },
      { name: 'Neema Ltd', taxNumber: '100000001' },
    ),
    vendorId: fc.constantFrom({}, { vendorId: 'merged' }),
    amountType: fc.constantFrom('INCLUSIVE' as const, 'EXCLUSIVE' as const, 'NO_TAX' as const),
    items: fc.array(item, { maxLength: 3 }),
    outcome: fc.constantFrom(undefined, 'known' as const, 'differs' as const),
  })
  .map(({ id, kind, vendor, vendorId, outcome, ...fields }) =>
    expense(id, {
      ...fields,
      ...kind,
      ...vendorId,
      vendor: { ...NO_VENDOR, ...vendor },
      payments: [],
      ...(outcome && { authority: { outcome, total: null, at: '2026-05-01T00:00:00.000Z' as Instant } }),
    }),
  )

const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(anExpense, { minLength: 1, maxLength: 8 }).map((saved) => ({ saved })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 15 }).map((n) => ({ deleted: `expense ${n}` })) },
  { weight: 2, arbitrary: fc.constant({ keeps: true }) },
)
const someDays = fc
  .tuple(fc.integer({ min: -5, max: 155 }), fc.integer({ min: 0, max: 160 }))
  .map(([from, days]) => ({ from: addDays(FIRST, from), to: addDays(FIRST, from + days) }))

const merged = (vendor: { name: string; taxNumber: string }, id?: string) =>
  id === 'merged' ? { name: 'Stays', taxNumber: '200000002' } : vendor

it('equal a plain scan after any edits, for any days and filter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), someDays, async (steps, days) => {
      await db.expenses.clear()
      for (const one of steps) {
        if ('saved' in one) await save(...new Map(one.saved.map((record) => [record.id, record])).values())
        else if ('deleted' in one) await workTransaction(db, () => deleteRecord(db, 'expense', one.deleted))
        else await keep()
      }
      for (const asked of [days, ALL]) {
        const rows = await listExpensesOfDays(db, asked)
        const { months } = await readExpenseMonths(db, asked)
        const report = expenseReport(asked, months, merged)
        expect(report).toEqual(scanExpenses(asked, rows, merged))
        for (const status of [undefined, ...EXPENSE_STATUSES]) {
          for (const category of [undefined, 'RENT', 'OTHER', 'own']) {
            const filter = { status, category }
            expect(totalsOfMonths(months, filter)).toEqual(
              listTotals(rows.filter((row) => matchesFilter(row, filter))),
            )
          }
        }
      }
    }),
    { numRuns: 40 },
  )
})
