import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change, PullAnswer } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { upsertDocuments } from '#server/storage/catalogue/documents.ts'
import { upsertChanges } from '#server/storage/sync/changes.ts'
import {
  aProduct,
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

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => {
  await backend.close()
})

const changesOf = (answer: PullAnswer) => answer.changes as Change[]

async function pullAll(phone: Phone, limit: number): Promise<Change[]> {
  const all: Change[] = []
  let cursor: string | undefined
  for (;;) {
    const answer = await phone.pull(cursor, limit)
    all.push(...changesOf(answer))
    cursor = answer.next
    if (!answer.more) return all
  }
}

test('a first sync begins with the company and brings every record in its current state', async () => {
  const invoice = invoiceOf(
    await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, 2))),
  )
  const answer = await shop.phone.pull()
  const changes = changesOf(answer)
  expect(changes[0]).toMatchObject({ t: 'company', id: shop.companyId, row: { blockedByTra: false } })
  expect(changes).toContainEqual(expect.objectContaining({ t: 'product', id: shop.productId }))
  expect(changes).toContainEqual(expect.objectContaining({ t: 'invoice', id: invoice.id }))
  expect(changes.find((change) => change.id === 'day:2026-11-21:')).toMatchObject({
    t: 'aggregate',
    row: { count: 1, gross: 600_000 },
  })
  expect(answer).toMatchObject({ more: false })
  expect(answer.reset).toBeUndefined()
})

test('a page says how far the feed goes, so that a phone can say how far its first sync is', async () => {
  const page = await shop.phone.pull(undefined, 1)
  expect(page.more).toBe(true)
  const whole = await shop.phone.pull()
  expect(page.last).toBe(whole.upTo)
  expect(page.upTo).toBeLessThan(whole.upTo)
})

test('pages follow each other without loss or repetition, in commit order', async () => {
  const own = await createShop(backend)
  const ids = [own.productId]
  for (const name of ['Chumvi', 'Mchele', 'Maharage', 'Soda']) ids.push(await aProduct(own.phone, name))
  const paged = await pullAll(own.phone, 2)
  expect(paged.filter((change) => change.t === 'product').map((change) => change.id)).toEqual(ids)
})

test('a first sync from the newest change to the oldest brings what is needed first, and loses nothing that changes meanwhile', async () => {
  const own = await createShop(backend)
  const sell = async () =>
    invoiceOf(await own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId)))).id
  const sold = [await sell(), await sell(), await sell(), await sell()]
  const draft = invoiceInput(aSale(own.productId))
  await own.phone.pushOne('invoice.save', draft)
  sold.push(await sell())
  let answer = await own.phone.pull(undefined, 2, 'newest')
  const first = changesOf(answer)
  expect(first[0]).toMatchObject({ t: 'company' })
  // The goods, the totals of the day and the draft, however long ago they changed.
  for (const id of [own.productId, draft.invoiceId, 'day:2026-11-21:'])
    expect(first).toContainEqual(expect.objectContaining({ id }))
  expect(first).not.toContainEqual(expect.objectContaining({ id: sold[0] }))
  const head = answer.upTo
  expect(answer.from).toBeLessThan(head)
  const seen: Change[] = [...first]
  const meanwhile = await sell()
  while (answer.more) {
    answer = await own.phone.pull(answer.next, 2, 'newest')
    seen.push(...changesOf(answer))
  }
  const invoices = [...new Set(seen.filter(({ t }) => t === 'invoice').map(({ id }) => id))]
  expect(invoices.toSorted()).toEqual([...sold, draft.invoiceId, meanwhile].toSorted())
  // Older sales came later.
  const places = sold.map((id) => seen.findLastIndex((change) => change.id === id))
  expect(places).toEqual(places.toSorted((one, other) => other - one))
  expect(answer.from).toBeUndefined()
  const after = await own.phone.pull(answer.next)
  expect(after).toMatchObject({ more: false, changes: [] })
})

test('a pull after the last page is empty, and done work is behind the cursor', async () => {
  const result = await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
  const answer = await shop.phone.pull()
  if (result.state !== 'done') throw new Error('the sale was not done')
  expect(answer.upTo).toBeGreaterThanOrEqual(result.changeId)
  expect(changesOf(await shop.phone.pull(answer.next))).toEqual([])
})

test('a cursor of another server epoch or without meaning resets the pulled records (J4)', async () => {
  const foreign = Buffer.from(JSON.stringify([randomUUID(), 1, 1])).toString('base64url')
  for (const cursor of [foreign, 'rubbish', Buffer.from('[]').toString('base64url')]) {
    const answer = await shop.phone.pull(cursor)
    expect(answer.reset).toBe(true)
    expect(changesOf(answer)[0]).toMatchObject({ t: 'company' })
  }
})

test('a slower transaction never appears behind a cursor already given out (J3)', async () => {
  const { db } = backend.server.services
  const scope = { companyId: shop.companyId }
  const { next } = await shop.phone.pull()
  const slow = randomUUID()
  const product = {
    id: slow,
    companyId: shop.companyId,
    rev: 1,
    name: 'Slow',
    unit: '',
    unitPrice: toCents(0),
    taxType: 'standard' as const,
    active: true,
  }
  const commit = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const slowWrite = db.transaction().execute(async (tx) => {
    await upsertDocuments(tx, scope, 'products', [product], '2026-11-21T10:00:00.000Z')
    await upsertChanges(tx, scope, [{ t: 'product', id: slow }])
    entered.resolve()
    await commit.promise
  })
  await entered.promise
  const quickWrite = aProduct(shop.phone, 'Quick')
  const meanwhile = await shop.phone.pull(next)
  expect(changesOf(meanwhile)).toEqual([])
  commit.resolve()
  await slowWrite
  const quick = await quickWrite
  const after = await shop.phone.pull(meanwhile.next)
  expect(changesOf(after).map((change) => change.id)).toEqual([slow, quick])
})

test('a first sync leaves invoices of more than 400 days ago out, but never a draft', async () => {
  const own = await createShop(backend)
  const at = { saleAt: toInstant(backend.clock.now()) }
  const [sold, draft] = [invoiceInput(aSale(own.productId), at), invoiceInput(aSale(own.productId), at)]
  await own.phone.push(
    own.phone.operation('invoice.submit', sold),
    own.phone.operation('invoice.save', draft),
  )
  backend.clock.advance(401 * 86_400_000)
  const answer = await own.phone.pull()
  const invoices = changesOf(answer).filter((change) => change.t === 'invoice')
  expect(invoices.map((change) => change.id)).toEqual([draft.invoiceId])
  await own.phone.pushOne('invoice.cancel', { invoiceId: sold.invoiceId, reason: 'Returned' })
  const later = changesOf(await own.phone.pull(answer.next)).filter((change) => change.t === 'invoice')
  expect(later).toMatchObject([{ id: sold.invoiceId, row: { status: 'canceled' } }])
})

// TRA guide: the receipt's time is the server's. With any date on the phone, its sale is of today.
test('a first sync brings what was sold today on a phone whose clock is years behind (F2)', async () => {
  const own = await createShop(backend)
  const longAgo = toInstant(backend.clock.now() - 401 * 86_400_000)
  const sold = invoiceInput(aSale(own.productId), { saleAt: longAgo })
  await own.phone.push(own.phone.operation('invoice.submit', sold))
  const invoices = changesOf(await own.phone.pull()).filter((change) => change.t === 'invoice')
  expect(invoices).toMatchObject([{ id: sold.invoiceId, row: { status: 'submitted' } }])
})

test('no record of another company is ever pulled or found, and it looks like an unknown one', async () => {
  const mine = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  const stranger = (await createShop(backend)).phone
  const ids = changesOf(await stranger.pull()).map((change) => change.id)
  expect(ids).not.toContain(mine.id)
  expect(ids).not.toContain(shop.productId)
  const foreign = await backend.server.call('invoices.find', { id: mine.id }, stranger.token)
  const unknown = await backend.server.call('invoices.find', { id: randomUUID() }, stranger.token)
  expect([foreign.status, unknown.status]).toEqual([404, 404])
  const own = await backend.server.call('invoices.find', { id: mine.id }, shop.phone.token)
  expect(own).toMatchObject({ status: 200, body: { id: mine.id } })
})

test('the server reports which operations of this person it knows', async () => {
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const [result] = await shop.phone.push(operation)
  const never = randomUUID()
  const ask = async (phone: Phone) => {
    const input = { ids: `${operation.opId},${never}`, nonce: randomUUID() }
    return (await backend.server.call('sync.ops', input, phone.token)).body
  }
  expect(await ask(shop.phone)).toMatchObject({ known: [result], unknown: [never] })
  const colleague = await signInPhone(backend.server, shop.companyId)
  expect(await ask(colleague)).toMatchObject({ known: [], unknown: [operation.opId, never] })
})

test('a ping echoes its nonce, which no captive portal does', async () => {
  const nonce = randomUUID()
  const { body } = await backend.server.call('sync.ping', { nonce })
  expect(body).toEqual({ proto: 1, nonce, serverTime: toInstant(backend.clock.now()) })
})
