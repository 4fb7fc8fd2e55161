import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { readVatRegistration } from '#data/vat-registration.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { testPorts } from './records.ts'

let db: AccountDatabase
let opened = 0

beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`vat registration ${opened}`, testPorts())
})
afterEach(async () => await db.delete())

function sale(day: string, vatRegistered: boolean, change: object = {}) {
  const receipt = exampleReceipt({ issuedDay: day as FiscalDay })
  return exampleInvoice({
    ...{ id: `${day} ${vatRegistered}`, saleAt: eat(day, '12:00:00'), status: 'issued' },
    ...{ vatRegistered, receipt, ...change },
  })
}

const read = (from: string, to: string) =>
  readVatRegistration(db, { from: from as FiscalDay, to: to as FiscalDay })

it('is that of the sales on the days, changed where it differs between the first and the last', async () => {
  const rows = [
    sale('2026-08-31', false),
    sale('2026-09-01', true),
    sale('2026-09-30', true),
    // A draft was never sold.
    sale('2026-08-01', true, { status: 'draft', receipt: null }),
  ].map((invoice) => invoiceRow(invoice, { kind: 'none' }))
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, rows))
  expect(await read('2026-08-01', '2026-08-31')).toBe(false)
  expect(await read('2026-09-01', '2026-09-30')).toBe(true)
  expect(await read('2026-01-01', '2026-12-31')).toBe('changed')
})

it('is not known where this phone has no sale of the days', async () => {
  expect(await read('2026-08-01', '2026-08-31')).toBeUndefined()
})
