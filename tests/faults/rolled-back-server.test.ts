import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { releaseReconciledHolds } from '#server/services/recovery/release-numbering.ts'
import { openForgetful, type RestorableServer } from '../server/recovery/restored-backend.ts'
import { expectConsistent, openTestBed, PUSH, SUBMITS_IN_A_NEWER_FORM, type TestBed } from './test-bed.ts'

/** Longer than a phone is waited for after a restore. */
const LONG_MS = 31 * 86_400_000

let restorable: RestorableServer
let testBed: TestBed

beforeAll(async () => {
  restorable = await openForgetful()
  testBed = await openTestBed(restorable)
})
afterAll(async () => {
  await testBed.close()
})

test.each(['as it was', 'by a version that cannot read the work'])(
  'sales whose answers were lost before a restore %s keep their one receipt, without a question to a person (A5, L2)',
  async (how) => {
    const shop = await testBed.openShop()
    testBed.backend.clock.advance(LONG_MS)
    const phone = await testBed.phone(shop)
    const other = await testBed.phone(shop)
    const sold = [await phone.sell(shop.productId)]
    await phone.sync('enqueued')
    const sellInVain = async (pieces: number) => {
      testBed.backend.clock.advance(1_000)
      sold.push(await phone.sell(shop.productId, pieces))
      testBed.proxy.inject(PUSH, { kind: 'lose-answer' })
      await phone.sync('online')
      await other.sync('timer')
    }
    // One is in the backup; the next is known to the other phone alone, and to the authority.
    await sellInVain(2)
    await restorable.remember(shop.companyId)
    await sellInVain(3)
    await testBed.deliver(shop)
    testBed.moveTo(await restorable.turnBack(shop.companyId))
    const older =
      how === 'as it was'
        ? undefined
        : testBed.proxy.inject(PUSH, SUBMITS_IN_A_NEWER_FORM, Number.POSITIVE_INFINITY)
    for (const back of [phone, other]) {
      await back.sync('online')
      await back.logIn()
      for (let turn = 0; turn < 6; turn += 1) {
        const { dueInMs } = await back.sync('timer')
        testBed.backend.clock.advance(Math.max(1_000, dueInMs ?? 0))
      }
    }
    while ((await verifyReceipts(testBed.backend.delivery, shop.identity)) > 0);
    expect(await releaseReconciledHolds(testBed.backend.server.services)).toEqual([shop.identity.id])
    await phone.syncUntilIdle()
    expect(await phone.unsent()).toEqual([])
    await expectConsistent(testBed, shop, [phone, other], sold)
    expect(await Promise.all(sold.map(async (id) => (await phone.invoice(id)).receipt?.gc))).toEqual([
      1, 2, 3,
    ])
    older?.end()
  },
)

// TRA guide: GC +1 per receipt, no gaps, never reused.
test('data restored without notice is detected by the first phone, before a number is given twice, and returned (design D16, I-11)', async () => {
  const shop = await testBed.openShop()
  testBed.backend.clock.advance(LONG_MS)
  const phone = await testBed.phone(shop)
  const other = await testBed.phone(shop)
  const sold: string[] = []
  const sellTwo = async () => {
    for (const by of [phone, other]) {
      testBed.backend.clock.advance(1_000)
      sold.push(await by.sell(shop.productId))
      await by.sync('enqueued')
    }
    for (const by of [phone, other]) await by.sync('timer')
  }
  await sellTwo()
  await restorable.remember(shop.companyId)
  await sellTwo()
  await testBed.deliver(shop)
  for (const by of [phone, other]) await by.sync('timer')
  await restorable.turnBackSilently?.(shop.companyId)

  // The server first learns of it from a sale that needs a number.
  sold.push(await other.sell(shop.productId, 3))
  await other.sync('enqueued')
  const numbers = () =>
    testBed.backend.server.services.db
      .selectFrom('receipts')
      .select('gc')
      .where('company_id', '=', shop.companyId)
      .execute()
  const { events } = testBed.backend.server
  expect(events).toContainEqual(expect.objectContaining({ event: 'server-went-back', alert: true }))
  expect((await numbers()).length).toBeLessThanOrEqual(4)
  for (const back of [other, phone]) {
    for (let turn = 0; turn < 8; turn += 1) {
      const { dueInMs } = await back.sync('timer')
      testBed.backend.clock.advance(Math.max(1_000, dueInMs ?? 0))
    }
  }
  while ((await verifyReceipts(testBed.backend.delivery, shop.identity)) > 0);
  expect(await releaseReconciledHolds(testBed.backend.server.services)).toEqual([shop.identity.id])
  await other.syncUntilIdle()
  await phone.syncUntilIdle()
  await expectConsistent(testBed, shop, [phone, other], sold)
  const gcs = await Promise.all(sold.map(async (id) => (await other.invoice(id)).receipt?.gc))
  expect(gcs).toEqual([1, 2, 3, 4, 5])
  // It is not reported a second time.
  expect(
    events.filter(({ event, companyId }) => event === 'server-went-back' && companyId === shop.companyId),
  ).toHaveLength(1)
})
