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
  'sales done, their answers lost, on a server that is then restored %s keep their one receipt, and nobody is asked (A5, L2)',
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
    if (how !== 'as it was') {
      testBed.proxy.inject(PUSH, SUBMITS_IN_A_NEWER_FORM, Number.POSITIVE_INFINITY)
    }
    for (const back of [phone, other]) {
      await back.sync('online')
      await back.logIn()
      for (let turn = 0; turn < 6; turn += 1) {
        const { dueInMs } = await back.sync('timer')
        testBed.backend.clock.advance(Math.max(1_000, dueInMs ?? 0))
      }
    }
    while ((await verifyReceipts(testBed.backend.delivery, shop.identity.id)) > 0);
    expect(await releaseReconciledHolds(testBed.backend.server.services)).toEqual([shop.identity.id])
    await phone.syncUntilIdle()
    expect(await phone.unsent()).toEqual([])
    await expectConsistent(testBed, shop, [phone, other], sold)
    expect(await Promise.all(sold.map(async (id) => (await phone.invoice(id)).receipt?.gc))).toEqual([
      1, 2, 3,
    ])
  },
)
