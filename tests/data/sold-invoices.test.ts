import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { dailyTotals, unsentTotals } from '#data/aggregates.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { iterateCounted, iterateSales } from '#data/sold-invoices.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { allDeltas, dayDelta } from '#domain/reports/invoice-deltas.ts'
import { eat, exampleInvoice, exampleReceipt } from '../domain/example-invoice.ts'
import { aDraft, testPorts } from './records.ts'

const march = { from: '2026-03-01' as FiscalDay, to: '2026-03-31' as FiscalDay }
let db: AccountDatabase
let opened = 0

const sold = (id: string, saleDay: string, issuedDay: string, canceled = false) =>
  exampleInvoice({
    id,
    saleAt: eat(saleDay, '23:30:00'),
    status: canceled ? 'canceled' : 'issued',
    receipt: exampleReceipt({ issuedDay: issuedDay as FiscalDay }),
  })

beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`sold ${opened}`, testPorts())
  const none = { kind: 'none' } as const
  const rows: InvoiceRow[] = [
    invoiceRow(sold('last-of-february', '2026-02-28', '2026-02-28'), none),
    invoiceRow(sold('sold-offline-in-february', '2026-02-20', '2026-03-03'), none),
    invoiceRow(sold('plain', '2026-03-01', '2026-03-01'), none),
    invoiceRow(sold('canceled', '2026-03-31', '2026-03-31', true), none),
    invoiceRow(sold('numbered-in-april', '2026-03-31', '2026-04-01'), none),
    invoiceRow(aDraft(1, { saleAt: eat('2026-03-09', '10:00:00') }), none),
    invoiceRow(aDraft(2, { id: 'not-sent', saleAt: eat('2026-03-10', '10:00:00') }), {
      kind: 'waiting',
      submits: true,
    }),
    invoiceRow(aDraft(3, { saleAt: eat('2026-03-11', '10:00:00') }), { kind: 'waiting', submits: false }),
  ]
  await db.transaction('rw', db.invoices, db.invoiceKeys, db.meta, () => upsertInvoices(db, rows))
})
afterEach(() => {
  db.close()
})

async function idsOf(pieces: AsyncIterable<readonly InvoiceRow[]>): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of pieces) ids.push(...rows.map(({ id }) => id))
  return ids
}

describe('invoices behind the totals of a period', () => {
  it('are those the totals count, by the day of the receipt: canceled ones too, drafts never', async () => {
    expect(await idsOf(iterateCounted(db, march))).toEqual([
      'sold-offline-in-february',
      'plain',
      'not-sent',
      'canceled',
    ])
  })

  it('are given by the time of the sale when asked so', async () => {
    expect(await idsOf(iterateSales(db, march))).toEqual([
      'plain',
      'not-sent',
      'canceled',
      'numbered-in-april',
    ])
  })

  it('come newest first for a list that grows at its end', async () => {
    expect(await idsOf(iterateSales(db, march, 'newest first'))).toEqual([
      'numbered-in-april',
      'canceled',
      'not-sent',
      'plain',
    ])
    expect(await idsOf(iterateCounted(db, march, 'newest first'))).toEqual([
      'canceled',
      'not-sent',
      'plain',
      'sold-offline-in-february',
    ])
  })
})

describe('a period of thousands of years, as a mistyped year makes it', () => {
  const ages = { from: '0001-01-01' as FiscalDay, to: '9999-12-31' as FiscalDay }

  it('is read as fast as the days that have invoices, and has all of them', async () => {
    let looks = 0
    const { invoices } = db
    const where = invoices.where.bind(invoices)
    vi.spyOn(invoices, 'where').mockImplementation(((index: string) => {
      looks += 1
      return where(index)
    }) as typeof invoices.where)
    const all = await idsOf(iterateCounted(db, march))
    const [first, ...others] = await idsOf(iterateCounted(db, ages))
    expect({ first, others: others.length }).toEqual({ first: 'sold-offline-in-february', others: 5 })
    expect(others).toEqual(expect.arrayContaining(all.filter((id) => id !== first)))
    expect(await idsOf(iterateCounted(db, ages, 'newest first'))).toEqual([...others.reverse(), first])
    expect(looks).toBeLessThan(400)
  })

  it('is empty where this phone has no invoice', async () => {
    await db.transaction('rw', db.invoices, () => db.invoices.clear())
    expect(await idsOf(iterateSales(db, ages))).toEqual([])
  })
})

describe('unsentTotals', () => {
  it('are what waits in the outbox, not what the server accepted and has not counted here yet', async () => {
    const invoice = sold('one', '2026-03-05', '2026-03-05')
    const overlay = dayDelta(invoice, 'sold')
    const entry = (opId: string, state: string) => ({ opId, state, lane: 'inv:one', dependsOn: [] }) as never
    await db.overlays.bulkPut([
      { opId: 'waits', rows: [overlay] },
      { opId: 'accepted', rows: [overlay] },
      { opId: 'gone', rows: allDeltas(invoice) },
    ])
    await db.outbox.bulkAdd([entry('waits', 'queued'), entry('accepted', 'done')])
    expect((await unsentTotals(db, march)).map(({ figures }) => figures.count)).toEqual([1])
    expect((await dailyTotals(db, march)).map(({ figures }) => figures.count)).toEqual([3])
    expect(await unsentTotals(db, { from: '2026-04-01', to: '2026-04-30' })).toEqual([])
  })
})
