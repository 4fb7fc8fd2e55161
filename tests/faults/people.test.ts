import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableUser } from '#server/services/auth/end-access.ts'
import { findUser } from '#server/storage/users.ts'
import { listOthersWork, takeOverHere } from '#sync/carry/take-over-here.ts'
import type { Shop } from '../support/shop.ts'
import type { RealPhone } from './real-phone.ts'
import { expectAllWell, openStage, type Stage } from './stage.ts'

let stage: Stage
let shop: Shop

beforeAll(async () => {
  stage = await openStage()
  shop = await stage.openShop()
})
afterAll(async () => {
  await stage.close()
})

function take(phone: RealPhone) {
  return takeOverHere(phone.account, phone.commands)
}

test('what a person left unsent who is disabled for good, the owner sees on that phone and sends in their name, once (H4)', async () => {
  const { services } = stage.market.server
  const theirs = await stage.phone(shop)
  const sold = [await theirs.sell(shop.productId, 1), await theirs.sell(shop.productId, 2)]
  const user = await findUser(services.db, theirs.account.userId)
  await disableUser(services, user?.username ?? '')
  // Processes hear of it from the database, within a moment.
  await expect
    .poll(async () => (await theirs.deps.call('session.read', {})).kind, { timeout: 20_000 })
    .toBe('refused')
  await theirs.sync('person')
  expect(await theirs.unsent()).toHaveLength(2)
  await expect(theirs.logIn()).rejects.toThrow('USER_DISABLED')

  const colleague = await stage.phone(shop, { sharing: true })
  expect(await take(colleague)).toMatchObject({
    kind: 'kept',
    value: { kind: 'refused', code: 'other-person' },
  })
  const owner = await stage.phone(shop, { sharing: true, asOwner: true })
  const [left] = await listOthersWork(owner.account, owner.deps.ports)
  expect(left).toMatchObject({ writer: { userId: theirs.account.userId } })
  expect(left?.operations).toHaveLength(2)
  // The owner presses, the answer is lost, the owner presses again.
  stage.line.meet(/\/sync\/push/, { kind: 'lose-answer' })
  expect(await take(owner)).toMatchObject({ kind: 'kept', value: { kind: 'taken', fresh: 2 } })
  await owner.sync('person')
  expect(await take(owner)).toMatchObject({ kind: 'kept', value: { kind: 'taken', fresh: 0 } })
  expect(await listOthersWork(owner.account, owner.deps.ports)).toEqual([])
  await expectAllWell(stage, shop, [owner, colleague], sold)
  expect(await owner.invoice(sold[0] ?? '')).toMatchObject({ operatorId: theirs.account.userId })

  // Enabled again after all: their own queue learns that it is done.
  await services.db
    .updateTable('users')
    .set({ status: 'active' })
    .where('id', '=', theirs.account.userId)
    .execute()
  await expect
    .poll(() =>
      theirs.logIn().then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('in')
  await expectAllWell(stage, shop, [owner, colleague, theirs], sold)
})
