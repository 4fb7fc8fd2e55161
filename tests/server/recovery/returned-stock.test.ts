import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  openForgetful,
  openRestorableShop,
  type RestorableServer,
  type RestorableShop,
} from './restored-backend.ts'

let restorable: RestorableServer
let shop: RestorableShop
beforeAll(async () => {
  restorable = await openForgetful()
})
beforeEach(async () => {
  shop = await openRestorableShop(restorable)
})
afterAll(async () => {
  await restorable.close()
})

/** Enters goods as a phone does, or returns the entry of a moment. */
async function enter(pieces: number, at = now()): Promise<void> {
  const { productId } = shop.shop
  const body = { movementId: randomUUID(), productId, reason: 'received', quantity: pieces * 1_000, at }
  expect(await shop.phones[0].phone.pushOne('stock.add', body)).toMatchObject({ state: 'done' })
}

function now() {
  return toInstant(restorable.backend.clock.now())
}

async function level(): Promise<number | undefined> {
  const row = await shop
    .server()
    .services.db.selectFrom('aggregates')
    .select('figures')
    .where('company_id', '=', shop.shop.companyId)
    .where('kind', '=', 'stock')
    .executeTakeFirst()
  return row?.figures.quantity
}

test('a level from before the backup is as it was when receipts and entries since then are back', async () => {
  const [a] = shop.phones
  await shop.sell(a)
  await enter(20)
  await shop.pull(a)
  await shop.remember()
  await shop.sell(a, 3)
  const entered = now()
  await shop.sell(a, 2)
  await shop.restore()
  await shop.comeBack(a)
  await enter(10, entered)
  expect(await level()).toBe(25_000)
})

test('a level that began after the backup counts what was sold since its first entry, and nothing before', async () => {
  const [a] = shop.phones
  await shop.sell(a)
  await shop.pull(a)
  await shop.remember()
  await shop.sell(a, 3)
  restorable.backend.clock.advance(1_000)
  const entered = now()
  await shop.sell(a, 2)
  await shop.restore()
  await shop.comeBack(a)
  expect(await level()).toBeUndefined()
  await enter(10, entered)
  expect(await level()).toBe(8_000)
  // A later entry is only added.
  await enter(5, entered)
  expect(await level()).toBe(13_000)
})

test('a first entry of today takes nothing away, also at a server that was restored once', async () => {
  const [a] = shop.phones
  await shop.sell(a)
  await shop.pull(a)
  await shop.remember()
  await shop.restore()
  await shop.comeBack(a)
  restorable.backend.clock.advance(1_000)
  await enter(10)
  expect(await level()).toBe(10_000)
})
