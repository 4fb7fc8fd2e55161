import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { readCompanyFacts } from '#data/company-facts.ts'
import { updateHourlySales } from '#data/hourly-sales.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { aDraft, testPorts } from './records.ts'

const TODAY = '2026-03-15' as FiscalDay
const NONE = { kind: 'none' } as const
const going = () => new AbortController().signal
let db: AccountDatabase
let opened = 0

const sold = (id: string, day: string, time: string) =>
  exampleInvoice({
    ...{ id, saleAt: eat(day, time), status: 'issued' },
    receipt: exampleReceipt({ issuedDay: day as FiscalDay }),
  })
const gross = sold('any', '2026-03-14', '08:00:00').totals.totalIncludingTax

async function store(...invoices: ReturnType<typeof sold>[]) {
  const rows = invoices.map((invoice) => invoiceRow(invoice, NONE))
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, rows))
}

async function hours(today = TODAY) {
  const facts = await readCompanyFacts(db, today, true)
  return Object.fromEntries(
    [...facts.hours].map(([day, cells]) => [
      day,
      Object.fromEntries(cells.flatMap((cents, hour) => (cents > 0 ? [[hour, cents]] : []))),
    ]),
  )
}

beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`hours ${opened}`, testPorts())
})
afterEach(() => {
  db.close()
})

describe('sales by the hour', () => {
  it('are those of the ten weeks before today, at the hour of the sale in East Africa', async () => {
    await store(
      sold('too-old', addDays(TODAY, -71), '10:00:00'),
      sold('first', addDays(TODAY, -70), '10:00:00'),
      sold('a', '2026-03-14', '00:10:00'),
      sold('b', '2026-03-14', '23:50:00'),
      sold('c', '2026-03-14', '23:10:00'),
      sold('today', TODAY, '10:00:00'),
    )
    await upsertDraft('2026-03-13')
    await updateHourlySales(db, TODAY, going())
    expect(await hours()).toEqual({
      [addDays(TODAY, -70)]: { 10: gross },
      '2026-03-13': {},
      '2026-03-14': { 0: gross, 23: 2 * gross },
    })
  })

  it('are made again for a day that holds another invoice since, and unknown until those of today are made', async () => {
    await store(sold('a', '2026-03-14', '08:00:00'))
    await updateHourlySales(db, TODAY, going())
    await store(sold('late', '2026-03-14', '09:00:00'))
    await updateHourlySales(db, TODAY, going())
    expect(await hours()).toEqual({ '2026-03-14': { 8: gross, 9: gross } })
    const tomorrow = addDays(TODAY, 1)
    expect(await hours(tomorrow)).toEqual({})
    await updateHourlySales(db, tomorrow, going())
    expect(await hours(tomorrow)).toEqual({ '2026-03-14': { 8: gross, 9: gross } })
  })

  it('are not stored when the screen is left meanwhile', async () => {
    await store(sold('a', '2026-03-14', '08:00:00'))
    await updateHourlySales(db, TODAY, AbortSignal.abort())
    expect(await hours()).toEqual({})
  })
})

async function upsertDraft(day: string) {
  const row = invoiceRow(aDraft(1, { saleAt: eat(day, '10:00:00') }), NONE)
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, [row]))
}
