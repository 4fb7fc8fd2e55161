import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { listDebts } from '#data/collections.ts'
import { readCompanyFacts } from '#data/company-facts.ts'
import { customerRow } from '#data/customers.ts'
import { listDebtors } from '#data/debtors.ts'
import { expenseRow } from '#data/expense-row.ts'
import { listFilteredExpenses } from '#data/expenses.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import type { CollectionRow } from '#data/rows.ts'
import { searchExpenses } from '#data/search-expenses.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { toCents } from '#domain/money/cents.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { expenseFields } from '../support/expense-input.ts'
import { aCustomerRecord, testPorts } from './records.ts'

const TODAY = '2026-03-15' as FiscalDay
const NONE = { kind: 'none' } as const

const sale = (n: number, reference = 'oda') => {
  const invoice = exampleInvoice({
    ...{ id: `sale ${n}`, saleAt: eat('2026-03-01', '10:00:00'), status: 'issued', payments: [] },
    ...{ receipt: exampleReceipt({ issuedDay: '2026-03-01' as FiscalDay }), reference },
  })
  return invoiceRow(
    { ...invoice, customer: { ...invoice.customer, customerId: aCustomerRecord(1).id } },
    NONE,
  )
}
const expense = (n: number, time = '09:00') => {
  const fields = expenseFields()
  const made = {
    createdBy: 'a person',
    createdByName: 'Asha',
    createdAt: '2026-01-01T06:00:00.000Z' as Instant,
  }
  return expenseRow(
    {
      ...fields,
      ...made,
      id: `expense ${n}`,
      companyId: 'c',
      rev: 1,
      receiptCode: `KODI${n}`,
      time,
      totals: expenseTotals(fields),
    },
    NONE,
  )
}

let db: AccountDatabase
let opened = 0
beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`live reads ${opened}`, testPorts())
  await db.customers.put(customerRow(aCustomerRecord(1), NONE))
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () =>
    // More than are read at once.
    upsertInvoices(
      db,
      Array.from({ length: 60 }, (_, n) => sale(n)),
    ),
  )
  await db.expenses.bulkPut(Array.from({ length: 150 }, (_, n) => expense(n)))
})
afterEach(() => {
  db.close()
})

const payment = {
  ...{ id: 'p', companyId: 'c', rev: 1, invoiceId: 'sale 59', day: '2026-03-10', type: 'cash' },
  ...{ amount: toCents(500), reference: '', at: eat('2026-03-10', '10:00:00'), by: 'Asha', canceled: false },
  pending: NONE,
} as CollectionRow
const pay = async () => void (await db.collections.put(payment))
const rename = async () => void (await db.customers.update(aCustomerRecord(1).id, { name: 'Another name' }))
const changeSale = async () => void (await db.invoices.put(sale(59, 'another')))
const changeExpense = async () => void (await db.expenses.put(expense(149, '11:11')))

const vendor = expenseFields().vendor.name
const READS: readonly (readonly [string, (db: AccountDatabase) => Promise<unknown>, () => Promise<void>])[] =
  [
    ['what is owed, when an invoice changes', listDebts, changeSale],
    ['what is owed, when a payment is recorded', listDebts, pay],
    ['who owes, when a customer gets another name', listDebtors, rename],
    [
      'found invoices, when one of them changes',
      (db) => searchInvoices(db, { text: 'oda', limit: 60 }),
      changeSale,
    ],
    ['found expenses, when one of them changes', (db) => searchExpenses(db, vendor, 150), changeExpense],
    ['a few found expenses, when one changes', (db) => searchExpenses(db, 'kodi149', 9), changeExpense],
    ['the expenses of a filter', (db) => listFilteredExpenses(db, { status: 'pending' }, 150), changeExpense],
    [
      'what insights look at, when an expense changes',
      (db) => readCompanyFacts(db, TODAY, true),
      changeExpense,
    ],
    ['what insights look at, when an invoice changes', (db) => readCompanyFacts(db, TODAY, true), changeSale],
  ]

it.each(READS)('a live query of %s is run again', async (_, read, change) => {
  let begun = 0
  const first = Promise.withResolvers<void>()
  const again = Promise.withResolvers<void>()
  const watching = liveQuery(() => {
    begun += 1
    return read(db)
  }).subscribe(() => {
    first.resolve()
    if (begun > 1) again.resolve()
  })
  await first.promise
  await change()
  await again.promise
  watching.unsubscribe()
  expect(begun).toBeGreaterThan(1)
})
