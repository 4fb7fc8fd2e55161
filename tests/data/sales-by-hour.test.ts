import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { readSalesByHour } from '#data/sales-by-hour.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { byHour } from '#domain/reports/sales-by-hour.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { numberedId, testPorts } from './records.ts'

const days = { from: '2026-03-01' as FiscalDay, to: '2026-03-10' as FiscalDay }
let db: AccountDatabase
let opened = 0
beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`sales by hour ${opened}`, testPorts())
  const sold = (n: number, saleDay: string, issuedDay: string) =>
    exampleInvoice({
      id: numberedId(n),
      saleAt: eat(saleDay, '09:30:00'),
      status: 'issued',
      receipt: exampleReceipt({ issuedDay: issuedDay as FiscalDay }),
    })
  const sales = [
    sold(1, '2026-02-20', '2026-03-01'),
    sold(2, '2026-03-05', '2026-03-05'),
    sold(3, '2026-03-10', '2026-03-12'),
  ]
  const rows = sales.map((invoice) => invoiceRow(invoice, { kind: 'none' }))
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, rows))
})
afterEach(() => {
  db.close()
})

it('is no part when every invoice that the totals count is here, also those sold on the days around', async () => {
  const { cells, counted, isPart } = await readSalesByHour(db, days, 2, () => false)
  expect({ counted, isPart }).toEqual({ counted: 2, isPart: false })
  const one = exampleInvoice().totals.totalIncludingTax
  expect(byHour(cells)[9]).toBe(2 * one)
})

it('is a part when the totals count an invoice that this phone does not have', async () => {
  expect(await readSalesByHour(db, days, 3, () => false)).toMatchObject({ counted: 2, isPart: true })
})
