import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change, DigestAnswer } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { rowsDigest, totalsDigest } from '#domain/replica/rows-digest.ts'
import {
  aProduct,
  aSale,
  createShop,
  invoiceInput,
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
afterAll(async () => await backend.close())

async function digest(cursor: string): Promise<DigestAnswer> {
  const answer = await shop.phone.call('sync.digest', { cursor, nonce: randomUUID() })
  expect(answer.status).toBe(200)
  return answer.body as DigestAnswer
}

const rowsOf = (changes: readonly unknown[], t: Change['t']) =>
  (changes as Change[]).filter((change) => change.t === t).map(({ id, rev }) => ({ id, rev }))

test('describes what a fully synced phone has, table by table and month by month of East Africa', async () => {
  const save = (saleAt: string) =>
    shop.phone.pushOne(
      'invoice.save',
      invoiceInput(aSale(shop.productId), { saleAt: toInstant(Date.parse(saleAt)) }),
    )
  await save('2026-10-31T20:59:00.000Z')
  // Half an hour past midnight in East Africa: another month than in UTC.
  await save('2026-10-31T21:30:00.000Z')
  await save('2026-11-21T09:00:00.000Z')
  const { changes, next } = await shop.phone.pull()
  const said = await digest(next)
  expect(said).toMatchObject({ moved: false, fromMonth: '2025-11' })
  expect(said.slices.find(({ t }) => t === 'product')).toMatchObject(rowsDigest(rowsOf(changes, 'product')))
  expect(said.slices.find(({ t }) => t === 'customer')).toMatchObject({ count: 0 })
  const months = said.slices.filter(({ t }) => t === 'invoice').map(({ month, count }) => `${month} ${count}`)
  expect(new Set(months)).toEqual(new Set(['2026-10 1', '2026-11 2']))
})

test('describes the stored totals of a fully synced phone', async () => {
  const sale = invoiceInput(aSale(shop.productId), {
    saleAt: toInstant(Date.parse('2026-11-21T09:30:00.000Z')),
  })
  expect(await shop.phone.pushOne('invoice.submit', sale)).toMatchObject({ state: 'done' })
  const { changes, next } = await shop.phone.pull()
  const totals = (changes as Change[]).flatMap((change) =>
    change.t === 'aggregate' && change.row ? [{ ...change.row, rev: change.rev }] : [],
  )
  expect(totals.length).toBeGreaterThan(0)
  expect((await digest(next)).totals).toEqual(totalsDigest(totals))
})

test('describes the payments of a fully synced phone', async () => {
  const sale = invoiceInput({ ...aSale(shop.productId), payments: [] })
  await shop.phone.pushOne('invoice.submit', sale)
  const fields = { day: '2026-11-21', type: 'cash', amount: 100, reference: '' }
  const body = {
    collectionId: randomUUID(),
    invoiceId: sale.invoiceId,
    fields,
    at: '2026-11-21T09:00:00.000Z',
  }
  expect(await shop.phone.pushOne('collection.save', body)).toMatchObject({ state: 'done' })
  const { changes, next } = await shop.phone.pull()
  const collections = rowsOf(changes, 'collection')
  expect(collections).toEqual([{ id: body.collectionId, rev: 1 }])
  expect((await digest(next)).collections).toEqual(rowsDigest(collections))
})

test('has nothing to compare for a phone at another cursor, or without one', async () => {
  const { next } = await shop.phone.pull()
  await aProduct(shop.phone, 'Chumvi')
  for (const cursor of [next, 'nonsense', '']) {
    expect(await digest(cursor)).toMatchObject({ moved: true, slices: [] })
  }
})

test('brings one table alone when only that is asked for, in pages', async () => {
  const all = rowsOf((await shop.phone.pull()).changes, 'product')
  const found: { id: string; rev: number }[] = []
  let cursor: string | undefined
  for (;;) {
    const answer = await shop.phone.call('sync.pull', {
      nonce: randomUUID(),
      limit: '1',
      only: 'product',
      ...(cursor !== undefined && { cursor }),
    })
    const page = answer.body as { changes: Change[]; next: string; more: boolean }
    expect(page.changes.every(({ t }) => t === 'product')).toBe(true)
    found.push(...rowsOf(page.changes, 'product'))
    cursor = page.next
    if (!page.more) break
  }
  expect(found).toEqual(all)
  expect(found).toHaveLength(2)
})
