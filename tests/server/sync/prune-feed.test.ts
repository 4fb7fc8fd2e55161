import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Change } from '#contract/sync.ts'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { keepFeedsUp } from '#server/services/sync/keep-feed-up.ts'
import { recordChanges } from '#server/storage/changes.ts'
import { aSale, type Market, openMarket, openShop, type Shop, written } from '#tests/support/shop.ts'

let market: Market
let shop: Shop
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(async () => {
  shop = await openShop(market)
})
afterAll(async () => await market.close())

const services = () => market.server.services
const scope = () => ({ companyId: shop.companyId })

/** A record that somebody deleted: its tombstone is all that is left. */
async function aDeletion(): Promise<string> {
  const id = randomUUID()
  await recordChanges(services().db, scope(), [{ t: 'product', id, deleted: true }])
  return id
}

function deletionsIn(changes: readonly unknown[]): string[] {
  return (changes as Change[]).filter((change) => change.op === 'delete').map((change) => change.id)
}

test('a tombstone is told for 400 days and then goes; a phone that was off for longer begins anew (J4)', async () => {
  const before = await shop.phone.pull()
  const id = await aDeletion()
  await keepFeedsUp(services())
  market.clock.advance(399 * DAY_MS)
  await keepFeedsUp(services())
  const known = await shop.phone.pull(before.next)
  expect(known.reset).toBeUndefined()
  expect(deletionsIn(known.changes)).toEqual([id])

  market.clock.advance(2 * DAY_MS)
  await keepFeedsUp(services())
  const late = await shop.phone.pull(before.next)
  expect(late.reset).toBe(true)
  expect(deletionsIn(late.changes)).toEqual([])
  expect(late.changes.length).toBeGreaterThan(0)
  // Who had heard of it goes on as ever, and so does a first sync in pages that begins now.
  expect((await shop.phone.pull(known.next)).reset).toBeUndefined()
  const first = await shop.phone.pull(undefined, 1)
  expect((await shop.phone.pull(first.next, 1)).reset).toBeUndefined()
})

test('a company without deletions never makes a phone begin anew, however long it was off', async () => {
  const before = await shop.phone.pull()
  await keepFeedsUp(services())
  for (let year = 0; year < 3; year += 1) {
    market.clock.advance(410 * DAY_MS)
    await keepFeedsUp(services())
  }
  expect((await shop.phone.pull(before.next)).reset).toBeUndefined()
})

test('the answer about a receipt never goes, that about a product goes after 400 days (idempotency contract, rule 4)', async () => {
  const sold = shop.phone.operation('invoice.submit', written(aSale(shop.productId, 1)))
  const [first] = await shop.phone.push(sold)
  const kept = async () =>
    (
      await services()
        .db.selectFrom('operations')
        .select('type')
        .where('company_id', '=', shop.companyId)
        .orderBy('type')
        .execute()
    ).map((row) => row.type)
  expect(await kept()).toEqual(['invoice.submit', 'product.save'])
  market.clock.advance(401 * DAY_MS)
  await keepFeedsUp(services())
  expect(await kept()).toEqual(['invoice.submit'])
  expect(await shop.phone.push(sold)).toEqual([first])
})

test('it is done once a day, by whichever process comes first', async () => {
  const done = await Promise.all([keepFeedsUp(services()), keepFeedsUp(services())])
  expect(Math.max(...done)).toBeGreaterThan(0)
  expect(await keepFeedsUp(services())).toBe(0)
  market.clock.advance(DAY_MS)
  expect(await keepFeedsUp(services())).toBeGreaterThan(0)
})
