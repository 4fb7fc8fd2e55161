import { afterAll, beforeAll } from 'vitest'
import type { Shop } from '../support/test-backend.ts'
import type { RealPhone } from './real-phone.ts'
import { expectConsistent, openTestBed, type TestBed } from './test-bed.ts'

/**
 * What the tests of one file sell at: a stage, a shop on it and two phones of its people. Importing it opens it before
 * the first of these tests and closes it after the last one.
 */
export let testBed: TestBed
export let shop: Shop
export let phone: RealPhone
export let other: RealPhone
/** Everything that phones said they keep, of all tests so far. */
export const sold: string[] = []

beforeAll(async () => {
  testBed = await openTestBed()
  shop = await testBed.openShop()
  phone = await testBed.phone(shop)
  other = await testBed.phone(shop)
})
afterAll(async () => {
  await testBed.close()
})

/** Sells this many pieces and does not send them; returns the id of the invoice. */
export async function sell(by: RealPhone = phone, pieces = 1): Promise<string> {
  const id = await by.sell(shop.productId, pieces)
  sold.push(id)
  return id
}

/** Checks the end of a fault at these phones: see `expectConsistent`. */
export function expectAllConsistent(...phones: readonly RealPhone[]): Promise<void> {
  return expectConsistent(testBed, shop, phones, sold)
}

/** The state of all that a phone has not sent, and what it was refused with. */
export async function codesOf(by: RealPhone) {
  return (await by.unsent()).map(({ state, last }) => [state, last?.code])
}
