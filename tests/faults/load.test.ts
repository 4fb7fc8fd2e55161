import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { waitingInvoices } from '../support/sizes.ts'
import { startThrottledProxy, UNTHROTTLED, WORST_2G } from '../support/throttled-proxy.ts'
import { attach, hashesOnServer, spend } from './expense-files.ts'
import { expectConsistent, openTestBed, type TestBed } from './test-bed.ts'

/** `WAITING_INVOICES=5000` for the whole of it: one file for each fifty invoices. */
const INVOICES = waitingInvoices(100)
const FILES = Math.ceil(INVOICES / 50)
const DONE_WITHIN_MS = 60_000 + INVOICES * 500

let testBed: TestBed

beforeAll(async () => {
  testBed = await openTestBed()
})
afterAll(async () => {
  await testBed.close()
})

// Another test measures; here only the result counts, however long this machine took.
test('on a connection of 50 kbit/s and 800 ms where packets stall, each invoice is issued once (A8)', async () => {
  const shop = await testBed.openShop()
  const slow = await startThrottledProxy({ host: '127.0.0.1', port: testBed.proxy.port })
  const phone = await testBed.phone(shop, { url: slow.url })
  const sold: string[] = []
  for (let n = 1; n <= 8; n += 1) sold.push(await phone.sell(shop.productId, n))
  // What is connected already would not be counted.
  slow.set('cut')
  slow.shape({ ...WORST_2G, stallEvery: 2 })
  slow.set('open')
  await phone.syncUntilIdle()
  expect(await phone.unsent()).toEqual([])
  expect(slow.bytes().up).toBeGreaterThan(2 * 1_460)
  slow.shape(UNTHROTTLED)
  await expectConsistent(testBed, shop, [phone], sold)
  await slow.stop()
})

test(`${INVOICES} invoices and ${FILES} files that waited go out in one go: each invoice once, each file whole (C11)`, {
  timeout: DONE_WITHIN_MS,
}, async () => {
  const shop = await testBed.openShop()
  const phone = await testBed.phone(shop)
  testBed.proxy.cut()
  const files: ExpenseFile[] = []
  for (let n = 0; n < FILES; n += 4) {
    // The first is larger than a chunk.
    const some = await attach(phone, [300_000, 3_000, 3_000, 3_000].slice(0, FILES - n))
    files.push(...some)
    await spend(phone, some)
  }
  const sold: string[] = []
  for (let n = 0; n < INVOICES; n += 1) sold.push(await phone.sell(shop.productId, 1 + (n % 3)))
  const { pendingCount } = await phone.sync('timer')
  expect(pendingCount).toBe(INVOICES + FILES + Math.ceil(FILES / 4))
  testBed.proxy.heal()
  const before = testBed.proxy.seen.length
  await phone.syncUntilIdle()
  expect(await phone.unsent()).toEqual([])
  const pushes = testBed.proxy.seen.slice(before).filter(({ path }) => path.endsWith('/sync/push'))
  expect(pushes.length).toBeLessThan(20 + INVOICES / 20)

  expect((await hashesOnServer(testBed, shop)).toSorted()).toEqual(
    files.map(({ sha256 }) => sha256).toSorted(),
  )
  await expectConsistent(testBed, shop, [phone], sold)
})

test('a file with cut chunks, lost answers, half lost and attached twice is stored once and complete (K1, K2, K3, K5)', async () => {
  const shop = await testBed.openShop()
  const phone = await testBed.phone(shop)
  const { db } = testBed.backend.server.services
  const CHUNKS = /\/files\/pieces/
  const file = await attach(phone, [400_000])
  await spend(phone, file)
  await spend(phone, file)
  const sold = [await phone.sell(shop.productId)]
  const cuts = [
    { kind: 'cut-request', afterBytes: 1_000 },
    // From here on the server has more than the phone knows.
    { kind: 'lose-answer' },
    { kind: 'cut-answer', afterBytes: 10 },
  ] as const
  for (const cut of cuts) {
    const met = testBed.proxy.inject(CHUNKS, cut)
    for (let attempts = 0; met.hits() === 0 && attempts < 20; attempts += 1) {
      const { dueInMs } = await phone.sync('timer')
      testBed.backend.clock.advance(dueInMs ?? 0)
    }
    expect(met.hits()).toBe(1)
  }
  expect(
    await db.selectFrom('files').select('sha256').where('company_id', '=', shop.companyId).execute(),
  ).toHaveLength(1)
  await db.deleteFrom('file_pieces').where('company_id', '=', shop.companyId).execute()
  await db.deleteFrom('files').where('company_id', '=', shop.companyId).execute()
  await phone.syncUntilIdle()
  expect(await phone.unsent()).toEqual([])
  expect(await hashesOnServer(testBed, shop)).toEqual(file.map(({ sha256 }) => sha256))
  await expectConsistent(testBed, shop, [phone], sold)
})
