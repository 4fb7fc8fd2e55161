import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#domain/invoices/invoice.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let other: Phone

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  other = await signInPhone(backend.server, shop.companyId)
})
afterAll(async () => {
  await backend.close()
})

/** A sale on credit; gives its id and what is owed. */
async function sellOnCredit(): Promise<{ invoiceId: string; owed: number }> {
  const input = invoiceInput({ ...aSale(shop.productId), payments: [] })
  expect(await shop.phone.pushOne('invoice.submit', input)).toMatchObject({ state: 'done' })
  return { invoiceId: input.invoiceId, owed: input.totals.totalIncludingTax }
}

function payment(invoiceId: string, amount: number, collectionId: string = randomUUID()) {
  const fields = { day: '2026-11-21', type: 'e-money', amount, reference: 'QX12' }
  return { collectionId, invoiceId, fields, at: '2026-11-21T09:00:00.000Z' }
}

/** Goods for a third of a sale of three pieces come back. */
async function returnOneOfThree({ id, lines, totals }: Invoice): Promise<void> {
  const refund = {
    ...{ invoiceId: id, creditNoteId: randomUUID(), reason: 'Imeharibika', paidBy: 'cash' },
    lines: [{ lineId: lines[0]?.id ?? '', quantity: 1_000 }],
    total: totals.totalIncludingTax / 3,
  }
  expect(await shop.phone.pushOne('invoice.credit', refund)).toMatchObject({ state: 'done' })
}

test('a payment is kept once, however often it is sent: the answer was lost, or two phones carry it', async () => {
  const { invoiceId, owed } = await sellOnCredit()
  const body = payment(invoiceId, owed - 100)
  const operation = shop.phone.operation('collection.save', body)
  const [first] = await shop.phone.push(operation)
  const [again] = await shop.phone.push(operation)
  expect(first).toMatchObject({ state: 'done', change: { t: 'collection', row: { amount: owed - 100 } } })
  expect(again).toEqual(first)
  expect(await other.pushOne('collection.save', body)).toMatchObject({
    state: 'done',
    change: { rev: 1, row: { amount: owed - 100 } },
  })
  const { changes } = await other.pull()
  expect(changes).toContainEqual(expect.objectContaining({ t: 'collection', id: body.collectionId, rev: 1 }))
  expect(await other.pushOne('collection.save', payment(invoiceId, 200))).toMatchObject({
    state: 'refused',
    code: 'COLLECTION_TOO_MUCH',
  })
})

test('two phones that collect the same debt at the same time cannot collect it twice', async () => {
  const { invoiceId, owed } = await sellOnCredit()
  const results = await Promise.all([
    shop.phone.pushOne('collection.save', payment(invoiceId, owed)),
    other.pushOne('collection.save', payment(invoiceId, owed)),
  ])
  expect(results.map(({ state }) => state).sort()).toEqual(['done', 'refused'])
  expect(results).toContainEqual(expect.objectContaining({ code: 'COLLECTION_NOTHING_OWED' }))
})

test('the receipt does not change, and a canceled payment is owed again', async () => {
  const { invoiceId, owed } = await sellOnCredit()
  const before = (await shop.phone.pull()).changes.find(
    (change) => Reflect.get(change as object, 'id') === invoiceId,
  )
  const body = payment(invoiceId, owed)
  await shop.phone.pushOne('collection.save', body)
  const cancel = { collectionId: body.collectionId }
  expect(await other.pushOne('collection.cancel', cancel)).toMatchObject({
    change: { rev: 2, row: { canceled: true } },
  })
  expect(await shop.phone.pushOne('collection.cancel', cancel)).toMatchObject({
    state: 'done',
    change: { rev: 2 },
  })
  expect(await shop.phone.pushOne('collection.save', payment(invoiceId, owed))).toMatchObject({
    state: 'done',
  })
  const after = (await shop.phone.pull()).changes.find(
    (change) => Reflect.get(change as object, 'id') === invoiceId,
  )
  expect(after).toEqual(before)
})

test('a wrong payment is entered again whole after goods were paid back, of a day before that', async () => {
  const input = invoiceInput({ ...aSale(shop.productId, 3), payments: [] })
  const sold = invoiceOf(await shop.phone.pushOne('invoice.submit', input))
  const whole = sold.totals.totalIncludingTax
  const wrong = payment(sold.id, whole)
  await shop.phone.pushOne('collection.save', wrong)
  backend.clock.advance(60_000)
  await returnOneOfThree(sold)
  backend.clock.advance(60_000)
  await other.pushOne('collection.cancel', { collectionId: wrong.collectionId })
  const later = payment(sold.id, whole)
  const fields = { ...later.fields, day: '2026-11-22' }
  expect(await other.pushOne('collection.save', { ...later, fields })).toMatchObject({
    code: 'COLLECTION_TOO_MUCH',
  })
  expect(await other.pushOne('collection.save', payment(sold.id, whole))).toMatchObject({ state: 'done' })
  expect(await other.pushOne('collection.save', payment(sold.id, 1))).toMatchObject({
    code: 'COLLECTION_NOTHING_OWED',
  })
})

test('a payment that a phone canceled before the goods came back lifts no limit, however late the server hears of it', async () => {
  const input = invoiceInput({ ...aSale(shop.productId, 3), payments: [] })
  const sold = invoiceOf(await shop.phone.pushOne('invoice.submit', input))
  const whole = sold.totals.totalIncludingTax
  const mistaken = payment(sold.id, whole)
  await shop.phone.pushOne('collection.save', mistaken)
  backend.clock.advance(60_000)
  const canceledAt = new Date(backend.clock.now()).toISOString()
  backend.clock.advance(60_000)
  await returnOneOfThree(sold)
  backend.clock.advance(60_000)
  const cancel = { collectionId: mistaken.collectionId, at: canceledAt }
  expect(await shop.phone.pushOne('collection.cancel', cancel)).toMatchObject({
    change: { row: { canceledAt } },
  })
  expect(await shop.phone.pushOne('collection.save', payment(sold.id, whole))).toMatchObject({
    code: 'COLLECTION_TOO_MUCH',
  })
  const owed = payment(sold.id, whole - whole / 3)
  expect(await shop.phone.pushOne('collection.save', owed)).toMatchObject({ state: 'done' })
})

test('a cancellation is kept between the payment and the time of the server', async () => {
  const { invoiceId } = await sellOnCredit()
  const canceledAs = async (at?: string) => {
    const body = payment(invoiceId, 1)
    await shop.phone.pushOne('collection.save', body)
    const { collectionId } = body
    return await shop.phone.pushOne('collection.cancel', { collectionId, ...(at !== undefined && { at }) })
  }
  const row = (canceledAt: string) => ({ change: { row: { canceledAt } } })
  const now = new Date(backend.clock.now()).toISOString()
  expect(await canceledAs()).toMatchObject(row(now))
  expect(await canceledAs('2099-01-01T09:00:00.000Z')).toMatchObject(row(now))
  expect(await canceledAs('2020-01-01T09:00:00.000Z')).toMatchObject(row('2026-11-21T09:00:00.000Z'))
})

test('a sale is not canceled while a payment for it is kept: the money would belong to no sale', async () => {
  const { invoiceId, owed } = await sellOnCredit()
  const body = payment(invoiceId, owed)
  await shop.phone.pushOne('collection.save', body)
  const cancel = { invoiceId, reason: 'Imekosewa' }
  expect(await other.pushOne('invoice.cancel', cancel)).toMatchObject({
    state: 'refused',
    code: 'INVOICE_HAS_COLLECTIONS',
  })
  await other.pushOne('collection.cancel', { collectionId: body.collectionId })
  expect(await other.pushOne('invoice.cancel', cancel)).toMatchObject({ state: 'done' })
})

test('a draft owes nothing, and a day after tomorrow is refused at its field', async () => {
  const input = invoiceInput({ ...aSale(shop.productId), payments: [] })
  await shop.phone.pushOne('invoice.save', input)
  expect(await shop.phone.pushOne('collection.save', payment(input.invoiceId, 100))).toMatchObject({
    code: 'COLLECTION_NOTHING_OWED',
  })
  const { invoiceId } = await sellOnCredit()
  const body = payment(invoiceId, 100)
  const late = { ...body, fields: { ...body.fields, day: '2026-12-24' } }
  expect(await shop.phone.pushOne('collection.save', late)).toMatchObject({
    code: 'COLLECTION_DAY_INVALID',
    fields: [{ path: 'day' }],
  })
})

test('a payment of a day before the sale is taken, as apps without that rule send it', async () => {
  const { invoiceId } = await sellOnCredit()
  const body = payment(invoiceId, 100)
  const early = { ...body, fields: { ...body.fields, day: '2026-01-02' } }
  expect(await shop.phone.pushOne('collection.save', early)).toMatchObject({ state: 'done' })
})
