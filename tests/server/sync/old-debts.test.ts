import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change, PullAnswer } from '#contract/sync.ts'
import { DAY_MS, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => {
  await backend.close()
})

const PRICE = 300_000

async function done(type: Parameters<Shop['phone']['pushOne']>[0], body: object): Promise<void> {
  const { state } = await shop.phone.pushOne(type, body)
  expect(state).toBe('done')
}

/** A sale of two pieces, of which as much was paid at once. */
async function sell(paid: number): Promise<Invoice> {
  const content = aSale(shop.productId, 2)
  const payments = paid === 0 ? [] : [{ type: 'cash' as const, amount: toCents(paid) }]
  const saleAt = toInstant(backend.clock.now())
  const input = invoiceInput({ ...content, payments }, { saleAt })
  return invoiceOf(await shop.phone.pushOne('invoice.submit', input))
}

function refund(sale: Invoice, pieces: number): Promise<void> {
  const lines = [{ lineId: sale.lines[0]?.id ?? '', quantity: pieces * 1000 }]
  return done('invoice.credit', {
    ...{ invoiceId: sale.id, creditNoteId: randomUUID(), reason: 'Imeharibika', paidBy: 'cash' },
    ...{ lines, total: pieces * PRICE },
  })
}

async function collect(sale: Invoice, amount: number): Promise<string> {
  const at = toInstant(backend.clock.now())
  const collectionId = randomUUID()
  const fields = { amount, type: 'cash', reference: '', day: fiscalDayOf(at) }
  await done('collection.save', { collectionId, invoiceId: sale.id, fields, at })
  return collectionId
}

async function pulledInvoices(order?: 'newest'): Promise<string[]> {
  const ids: string[] = []
  let answer: PullAnswer | undefined
  do {
    answer = await shop.phone.pull(answer?.next, undefined, order)
    ids.push(...(answer.changes as Change[]).flatMap(({ t, id }) => (t === 'invoice' ? [id] : [])))
  } while (answer.more)
  return ids.toSorted()
}

test('a phone that is set up later gets what is owed, however old, and no other old sale', async () => {
  const unpaid = await sell(0)
  const half = await sell(PRICE)
  await sell(2 * PRICE)
  const partlyRefunded = await sell(0)
  await refund(partlyRefunded, 1)
  await refund(await sell(PRICE), 1)
  await refund(await sell(2 * PRICE), 1)
  const partlyCollected = await sell(0)
  await collect(partlyCollected, PRICE)
  await collect(await sell(0), 2 * PRICE)
  const collectedByMistake = await sell(0)
  await done('collection.cancel', { collectionId: await collect(collectedByMistake, 2 * PRICE) })
  const refundedAndCollected = await sell(0)
  await refund(refundedAndCollected, 1)
  await collect(refundedAndCollected, PRICE)
  const canceled = await sell(0)
  await done('invoice.cancel', { invoiceId: canceled.id, reason: 'Makosa' })
  backend.clock.advance(500 * DAY_MS)
  const today = await sell(2 * PRICE)
  const expected = [unpaid, half, partlyRefunded, partlyCollected, collectedByMistake, today]
    .map(({ id }) => id)
    .toSorted()
  expect(await pulledInvoices()).toEqual(expected)
  expect(await pulledInvoices('newest')).toEqual(expected)
})
