import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMeta } from '#data/meta.ts'
import { disableUser, resetPassword } from '#server/services/auth/revoke-access.ts'
import { findUser } from '#server/storage/accounts/users.ts'
import { importFromOtherAccounts, listOtherAccountsWork } from '#sync/transfer/import-from-other-accounts.ts'
import type { Shop } from '../support/test-backend.ts'
import type { RealPhone } from './real-phone.ts'
import { expectConsistent, openTestBed, type TestBed } from './test-bed.ts'

let testBed: TestBed
let shop: Shop
/** A bound for a busy machine; nothing waits for it when things go well. */
const WAIT = { timeout: 20_000 }

beforeAll(async () => {
  testBed = await openTestBed()
  shop = await testBed.openShop()
})
afterAll(async () => {
  await testBed.close()
})

function take(phone: RealPhone) {
  return importFromOtherAccounts(phone.account, phone.commands)
}

test('the owner sees on that phone what a disabled user left unsent, and sends it in their name, once (H4)', async () => {
  const { services } = testBed.backend.server
  const theirs = await testBed.phone(shop)
  const sold = [await theirs.sell(shop.productId, 1), await theirs.sell(shop.productId, 2)]
  const user = await findUser(services.db, theirs.account.userId)
  await disableUser(services, user?.username ?? '')
  // The database notifies the processes within a moment.
  await expect
    .poll(async () => (await theirs.deps.call('session.read', {})).kind, { timeout: 20_000 })
    .toBe('refused')
  await theirs.sync('person')
  expect(await theirs.unsent()).toHaveLength(2)
  await expect(theirs.logIn()).rejects.toThrow('USER_DISABLED')

  const colleague = await testBed.phone(shop, { sharing: true })
  expect(await take(colleague)).toMatchObject({
    ok: true,
    value: { kind: 'refused', code: 'other-person' },
  })
  const owner = await testBed.phone(shop, { sharing: true, asOwner: true })
  const handedOver = async () => (await theirs.unsent()).map(({ handedOverAt }) => handedOverAt !== undefined)
  const [left] = await listOtherAccountsWork(owner.account, owner.deps.ports)
  expect(left).toMatchObject({ writer: { userId: theirs.account.userId } })
  expect(left?.operations).toHaveLength(2)
  // Neither the list nor a refused attempt takes the work from its writer.
  expect(await handedOver()).toEqual([false, false])
  // The owner presses, the answer is lost, the owner presses again.
  testBed.proxy.inject(/\/sync\/push/, { kind: 'lose-answer' })
  expect(await take(owner)).toMatchObject({ ok: true, value: { kind: 'taken', imported: 2 } })
  expect(await handedOver()).toEqual([true, true])
  await owner.sync('person')
  expect(await take(owner)).toMatchObject({ ok: true, value: { kind: 'taken', imported: 0 } })
  expect(await listOtherAccountsWork(owner.account, owner.deps.ports)).toEqual([])
  await expectConsistent(testBed, shop, [owner, colleague], sold)
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
  await expectConsistent(testBed, shop, [owner, colleague, theirs], sold)
})

test('a new password that is demanded in the middle of sending holds the queue with its reason, and all of it goes after it (spec §2, H6)', async () => {
  const { services } = testBed.backend.server
  const own = await testBed.openShop()
  const phone = await testBed.phone(own)
  const { userId } = phone.account
  const sold = [await phone.sell(own.productId), await phone.sell(own.productId, 2)]
  const numbered = async () => {
    const receipts = services.db.selectFrom('receipts').select('invoice_id')
    return (await receipts.where('company_id', '=', own.companyId).execute()).length
  }
  const queuedWork = async () =>
    (await phone.unsent()).map(({ state, last }) => [state, last?.http, last?.code])
  await phone.sync('enqueued')
  expect(await numbered()).toBe(2)

  // Under way when it appears, with the session still open.
  sold.push(await phone.sell(own.productId, 3))
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const held = testBed.proxy.inject(/\/sync\/push/, { kind: 'hold', release })
  const sending = phone.sync('enqueued')
  await expect.poll(held.hits, WAIT).toBe(1)
  await services.db
    .updateTable('users')
    .set({ must_change_password: true })
    .where('id', '=', userId)
    .execute()
  // The database notifies the processes within a moment.
  const received = async () => {
    const answer = await phone.deps.call('notifications.read', {})
    return answer.kind === 'refused' ? answer.status : answer.kind
  }
  await expect.poll(received, WAIT).toBe(403)
  resolve()
  await sending
  sold.push(await phone.sell(own.productId, 4))
  expect((await phone.sync('enqueued')).drained).toBe('waiting')
  expect(await queuedWork()).toEqual([
    ['queued', 403, 'PASSWORD_CHANGE_REQUIRED'],
    ['queued', undefined, undefined],
  ])
  expect(await numbered()).toBe(2)
  await phone.changePassword('Mpya#2026')
  await phone.sync('signed-in')
  expect([await phone.unsent(), await numbered()]).toEqual([[], 4])

  // A password of the administrator's, good for one login: the session ended with the old one.
  sold.push(await phone.sell(own.productId, 5))
  const user = await findUser(services.db, userId)
  const oneTime = await resetPassword(services, user?.username ?? '')
  await expect.poll(received, WAIT).toBe(401)
  expect((await phone.sync('person')).drained).toBe('waiting')
  expect((await findMeta(phone.account.db, 'drain'))?.hold?.kind).toBe('login')
  await phone.logIn(oneTime)
  await phone.sync('signed-in')
  await phone.restart()
  sold.push(await phone.sell(own.productId, 6))
  await phone.sync('person')
  expect((await queuedWork()).map(([state]) => state)).toEqual(['queued', 'queued'])
  expect(await queuedWork()).toContainEqual(['queued', 403, 'PASSWORD_CHANGE_REQUIRED'])
  expect(await numbered()).toBe(4)
  await phone.changePassword('Nyingine#2026')
  await expectConsistent(testBed, own, [phone], sold)
  expect(await phone.unsent()).toEqual([])
})
