import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { readCompanyFacts } from '#data/company-facts.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { upsertMeta } from '#data/meta.ts'
import type { CollectionRow } from '#data/rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { aDraft, testPorts } from './records.ts'

const TODAY = '2026-03-15' as FiscalDay
const NONE = { kind: 'none' } as const
let db: AccountDatabase

beforeAll(async () => {
  db = await openAccountDatabase('company facts', testPorts())
})
afterAll(() => {
  db.close()
})

const onCredit = (id: string, day: string, paid: number, customerId: string | null = 'old-id') => {
  const invoice = exampleInvoice({
    ...{ id, saleAt: eat(day, '10:00:00'), status: 'issued', payments: [] },
    receipt: exampleReceipt({ issuedDay: day as FiscalDay }),
  })
  const payments = paid === 0 ? [] : [{ type: 'cash', amount: toCents(paid), reference: '' } as const]
  return { ...invoice, payments, customer: { ...invoice.customer, customerId } }
}

it('has the debts of seven months with their payments, under the customer they were merged into', async () => {
  const total = onCredit('any', '2026-03-01', 0).totals.totalIncludingTax
  const rows = [
    onCredit('open', '2026-03-01', 1000),
    onCredit('paid-at-once', '2026-03-02', total),
    onCredit('too-old', '2025-06-01', 0),
    aDraft(3, { saleAt: eat('2026-03-03', '10:00:00') }),
    onCredit('unknown', '2026-03-04', 0, null),
  ].map((invoice) => invoiceRow(invoice, NONE))
  const payment = (id: string, canceled: boolean) =>
    ({
      ...{
        id,
        companyId: 'c',
        rev: 1,
        invoiceId: 'open',
        day: '2026-03-10',
        type: 'cash',
        amount: toCents(500),
      },
      ...{ reference: '', at: eat('2026-03-10', '10:00:00'), by: 'Asha', canceled, pending: NONE },
    }) as CollectionRow
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, rows))
  await db.collections.bulkPut([payment('p1', false), payment('p2', true)])
  await upsertMeta(db, 'aliases', { 'old-id': 'new-id' })
  const { debts } = await readCompanyFacts(db, TODAY, true)
  expect(debts.toSorted((a, b) => (a.day < b.day ? -1 : 1))).toEqual([
    {
      ...{ customer: 'new-id', day: '2026-03-01', amount: total - 1000 },
      payments: [{ day: '2026-03-10', amount: 500 }],
    },
    { customer: '', day: '2026-03-04', amount: total, payments: [] },
  ])
})
