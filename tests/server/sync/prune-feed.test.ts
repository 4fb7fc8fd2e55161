import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Change } from '#contract/sync.ts'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { maintainFeeds } from '#server/services/sync/maintain-feed.ts'
import { upsertChanges } from '#server/storage/sync/changes.ts'
import {
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
})
beforeEach(async () => {
  shop = await createShop(backend)
})
afterAll(async () => await backend.close())

const services = () => backend.server.services
const scope = () => ({ companyId: shop.companyId })

/** A deleted record: only its tombstone is left. */
async function aDeletion(): Promise<string> {
  const id = randomUUID()
  await upsertChanges(services().db, scope(), [{ t: 'product', id, deleted: true }])
  return id
}

function deletionsIn(changes: readonly unknown[]): string[] {
  return (changes as Change[]).filter((change) => change.op === 'delete').map((change) => change.id)
}

test('a tombstone stays in the feed for 400 days; a phone that was off for longer starts over (J4)', async () => {
  const before = await shop.phone.pull()
  const id = await aDeletion()
  await maintainFeeds(services())
  backend.clock.advance(399 * DAY_MS)
  await maintainFeeds(services())
  const known = await shop.phone.pull(before.next)
  expect(known.reset).toBeUndefined()
  expect(deletionsIn(known.changes)).toEqual([id])

  backend.clock.advance(2 * DAY_MS)
  await maintainFeeds(services())
  const late = await shop.phone.pull(before.next)
  expect(late.reset).toBe(true)
  expect(deletionsIn(late.changes)).toEqual([])
  expect(late.changes.length).toBeGreaterThan(0)
  // A phone that has read it continues as before, and so does a first sync in pages that begins now.
  expect((await shop.phone.pull(known.next)).reset).toBeUndefined()
  const first = await shop.phone.pull(undefined, 1)
  expect((await shop.phone.pull(first.next, 1)).reset).toBeUndefined()
})

test('a company without deletions never makes a phone start over, however long it was off', async () => {
  const before = await shop.phone.pull()
  await maintainFeeds(services())
  for (let year = 0; year < 3; year += 1) {
    backend.clock.advance(410 * DAY_MS)
    await maintainFeeds(services())
  }
  expect((await shop.phone.pull(before.next)).reset).toBeUndefined()
})

test('the answer about a receipt never goes, that about a product goes after 400 days (idempotency contract, rule 4)', async () => {
  const sold = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId, 1)))
  const [first] = await shop.phone.push(sold)
  const remaining = async () =>
    (
      await services()
        .db.selectFrom('operations')
        .select('type')
        .where('company_id', '=', shop.companyId)
        .orderBy('type')
        .execute()
    ).map((row) => row.type)
  expect(await remaining()).toEqual(['invoice.submit', 'product.save'])
  backend.clock.advance(401 * DAY_MS)
  await maintainFeeds(services())
  expect(await remaining()).toEqual(['invoice.submit'])
  expect(await shop.phone.push(sold)).toEqual([first])
})

test('it is done once a day, by whichever process comes first', async () => {
  const done = await Promise.all([maintainFeeds(services()), maintainFeeds(services())])
  expect(Math.max(...done)).toBeGreaterThan(0)
  expect(await maintainFeeds(services())).toBe(0)
  backend.clock.advance(DAY_MS)
  expect(await maintainFeeds(services())).toBeGreaterThan(0)
})
