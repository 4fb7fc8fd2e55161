import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { CreditNote, Invoice } from '#domain/invoices/invoice.ts'
import { cashOfInvoice } from '#domain/reports/drawer.ts'
import { listAggregates } from '#server/storage/invoices/aggregates.ts'
import { testClock } from '../../support/start-test-server.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

/** When the goods were sold, when the offline phone gave the money back, and when it is online again. */
const SOLD = '2026-11-29T08:00:00.000Z'
const GIVEN_BACK = '2026-11-29T15:00:00.000Z'
const PUSHED = '2026-12-02T08:00:00.000Z'

let backend: TestBackend
let shop: Shop
let soldBefore: Invoice[]

beforeAll(async () => {
  const clock = testClock(SOLD)
  backend = await startTestBackend(clock)
  shop = await createShop(backend)
  const sell = async () => {
    const sale = invoiceInput(aSale(shop.productId, 3), { saleAt: toInstant(clock.now()) })
    return invoiceOf(await shop.phone.pushOne('invoice.submit', sale))
  }
  soldBefore = [await sell(), await sell(), await sell(), await sell(), await sell(), await sell()]
  clock.advance(Date.parse(PUSHED) - Date.parse(SOLD))
})
afterAll(async () => await backend.close())

function sold(): Invoice {
  const invoice = soldBefore.pop()
  if (!invoice) throw new Error('no sale is left')
  return invoice
}

/** Refunds one piece, said to be at a moment. */
async function refund(invoice: Invoice, at?: string): Promise<Invoice> {
  const lines = [{ lineId: invoice.lines[0]?.id ?? '', quantity: 1_000 }]
  const body = {
    ...{ invoiceId: invoice.id, creditNoteId: randomUUID(), lines, reason: 'Imeharibika' },
    ...{ paidBy: 'cash', total: 300_000, ...(at !== undefined && { at }) },
  }
  return invoiceOf(await shop.phone.pushOne('invoice.credit', body))
}

function noteOf({ creditNotes }: Invoice): CreditNote | undefined {
  return creditNotes?.at(-1)
}

async function refundedOn(period: string): Promise<number> {
  const { db } = backend.server.services
  const [day] = await listAggregates(db, { companyId: shop.companyId }, [{ kind: 'day', period, key: '' }])
  return day?.refundedGross ?? 0
}

test('a refund made offline belongs to its own day: note, drawer and report (day end)', async () => {
  const invoice = await refund(sold(), GIVEN_BACK)
  expect(noteOf(invoice)).toMatchObject({ at: GIVEN_BACK, day: '2026-11-29', recordedAt: PUSHED })
  expect(cashOfInvoice(invoice, [])).toMatchObject([
    { kind: 'sold', day: '2026-11-29' },
    { kind: 'refunded', day: '2026-11-29', amount: 300_000 },
  ])
  expect(await refundedOn('2026-11-29')).toBe(300_000)
  expect(await refundedOn('2026-12-02')).toBe(0)
})

test('a cancellation made offline leaves the drawer on its own day, and the receipt as it is', async () => {
  const before = sold()
  const body = { invoiceId: before.id, reason: 'Imekosewa', at: GIVEN_BACK }
  const invoice = invoiceOf(await shop.phone.pushOne('invoice.cancel', body))
  expect(invoice.cancellation).toMatchObject({ at: GIVEN_BACK, recordedAt: PUSHED })
  expect(invoice.receipt).toEqual(before.receipt)
  expect(cashOfInvoice(invoice, []).at(-1)).toMatchObject({ kind: 'canceled', day: '2026-11-29' })
})

test('a cancellation tapped before the sale had its number leaves the drawer that got the money', async () => {
  const sale = invoiceInput(aSale(shop.productId, 3), { saleAt: toInstant(Date.parse(SOLD)) })
  const numbered = invoiceOf(await shop.phone.pushOne('invoice.submit', sale))
  expect(numbered.receipt?.issuedDay).toBe('2026-12-02')
  const cancel = (at: string) =>
    shop.phone.pushOne('invoice.cancel', { invoiceId: numbered.id, reason: 'Imekosewa', at })
  const invoice = invoiceOf(await cancel(GIVEN_BACK))
  expect(invoice.cancellation).toMatchObject({ at: GIVEN_BACK, recordedAt: PUSHED })
  expect(cashOfInvoice(invoice, [])).toMatchObject([
    { kind: 'sold', day: '2026-11-29', amount: 900_000 },
    { kind: 'canceled', day: '2026-11-29', amount: 900_000 },
  ])
  // Sales, reports and the Z report count it on the day of its number, where its cancellation stays.
  const { db } = backend.server.services
  const keys = ['2026-11-29', '2026-12-02'].map((period) => ({ kind: 'day' as const, period, key: '' }))
  const days = await listAggregates(db, { companyId: shop.companyId }, keys)
  const counted = new Map(days.map(({ period, ...figures }) => [period, figures]))
  expect(counted.get('2026-12-02')).toMatchObject({ count: 1, gross: 900_000, canceledGross: 900_000 })
  expect(counted.get('2026-11-29')).toMatchObject({ count: 6 })
})

test.each([
  ['before the receipt', '2026-11-28T20:00:00.000Z', { at: SOLD, day: '2026-11-29', recordedAt: PUSHED }],
  ['in the future', '2026-12-05T08:00:00.000Z', { at: PUSHED, day: '2026-12-02', recordedAt: undefined }],
  ['left out, as older apps do', undefined, { at: PUSHED, day: '2026-12-02', recordedAt: undefined }],
])('a time that is %s is bounded by the receipt and the time of the server', async (_name, said, kept) => {
  const { at, day, recordedAt } = noteOf(await refund(sold(), said)) ?? {}
  expect({ at, day, recordedAt }).toEqual(kept)
})

test('a time that is no moment is refused', async () => {
  const body = { invoiceId: sold().id, reason: 'Imekosewa', at: '29-11-2026' }
  expect(await shop.phone.pushOne('invoice.cancel', body)).toMatchObject({ state: 'refused' })
})
