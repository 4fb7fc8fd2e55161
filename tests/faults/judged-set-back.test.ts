import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { releaseClearedUp } from '#server/services/recovery/release-numbering.ts'
import { openForgetful, type TimeMachine } from '../server/recovery/restored-market.ts'
import { expectAllWell, openStage, PUSH, type Stage, SUBMITS_IN_A_NEWER_FORM } from './stage.ts'

/** Longer than a phone is waited for after a restore. */
const LONG_MS = 31 * 86_400_000

let machine: TimeMachine
let stage: Stage

beforeAll(async () => {
  machine = await openForgetful()
  stage = await openStage(machine)
})
afterAll(async () => {
  await stage.close()
})

test.each(['as it was', 'by a version that cannot read the work'])(
  'sales done, their answers lost, on a server that is then restored %s keep their one receipt, and nobody is asked (A5, L2)',
  async (how) => {
    const shop = await stage.openShop()
    stage.market.clock.advance(LONG_MS)
    const phone = await stage.phone(shop)
    const other = await stage.phone(shop)
    const sold = [await phone.sell(shop.productId)]
    await phone.sync('enqueued')
    const sellInVain = async (pieces: number) => {
      stage.market.clock.advance(1_000)
      sold.push(await phone.sell(shop.productId, pieces))
      stage.line.meet(PUSH, { kind: 'lose-answer' })
      await phone.sync('online')
      await other.sync('timer')
    }
    // One is in the backup; the next is known to the other phone alone, and to the authority.
    await sellInVain(2)
    await machine.remember(shop.companyId)
    await sellInVain(3)
    await stage.deliver(shop)
    stage.moveTo(await machine.turnBack(shop.companyId))
    if (how !== 'as it was') {
      stage.line.meet(PUSH, SUBMITS_IN_A_NEWER_FORM, Number.POSITIVE_INFINITY)
    }
    for (const back of [phone, other]) {
      await back.sync('online')
      await back.logIn()
      for (let turn = 0; turn < 6; turn += 1) {
        const { dueInMs } = await back.sync('timer')
        stage.market.clock.advance(Math.max(1_000, dueInMs ?? 0))
      }
    }
    while ((await verifyReceipts(stage.market.delivery, shop.identity.id)) > 0);
    expect(await releaseClearedUp(stage.market.server.services)).toEqual([shop.identity.id])
    await phone.comeToRest()
    expect(await phone.unsent()).toEqual([])
    await expectAllWell(stage, shop, [phone, other], sold)
    expect(await Promise.all(sold.map(async (id) => (await phone.invoice(id)).receipt?.gc))).toEqual([
      1, 2, 3,
    ])
  },
)
