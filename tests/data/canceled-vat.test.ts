import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { readCanceledVat } from '#data/canceled-vat.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { testPorts } from './records.ts'

const OCTOBER = { from: '2026-10-01' as FiscalDay, to: '2026-10-31' as FiscalDay }
const cancellation = {
  ...{ at: eat('2026-11-02', '08:00:00'), by: 'Asha', byId: 'asha', reason: 'Makosa' },
} as Invoice['cancellation']
let db: AccountDatabase
let opened = 0

beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`canceled ${opened}`, testPorts())
})
afterEach(async () => await db.delete())

/** An invoice sold on one day and numbered on another. */
const numbered = (id: string, saleDay: string, issuedDay: string, change: object = {}) =>
  exampleInvoice({
    ...{ id, saleAt: eat(saleDay, '08:00:00'), status: 'canceled', cancellation },
    receipt: exampleReceipt({ issuedDay: issuedDay as FiscalDay, ...change }),
  })

it('adds up the VAT of the canceled invoices that the totals of the month count', async () => {
  const counted = [
    numbered('first', '2026-10-01', '2026-10-01'),
    // Sold offline in September, numbered in October.
    numbered('late', '2026-09-29', '2026-10-02'),
    // It is shown as needing attention.
    numbered('parked', '2026-10-31', '2026-10-31', { delivery: 'parked' }),
  ]
  const others = [
    numbered('before', '2026-09-30', '2026-09-30'),
    numbered('after', '2026-10-31', '2026-11-01'),
    exampleInvoice({
      ...{ id: 'issued', saleAt: eat('2026-10-05', '08:00:00'), status: 'issued' },
      receipt: exampleReceipt({ issuedDay: '2026-10-05' as FiscalDay }),
    }),
    // A draft was never sold.
    exampleInvoice({
      ...{ id: 'draft', saleAt: eat('2026-10-05', '08:00:00'), status: 'canceled' },
      ...{ receipt: null, cancellation },
    }),
  ]
  const rows = [...counted, ...others].map((invoice) => invoiceRow(invoice, { kind: 'none' }))
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, rows))
  const vat = counted.reduce((sum, { totals }) => sum + totals.totalVat, 0)
  expect(vat).toBeGreaterThan(0)
  expect(await readCanceledVat(db, OCTOBER)).toEqual({ vat, counted: 3 })
})
