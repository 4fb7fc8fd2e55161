import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { startProgram } from '../../support/api-program.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createOperator } from '../../support/tenants.ts'
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
  await restorable.backend.controlSimulator('PUT', 'profile', { profile: 'strict', duplicateAnswer: 902 })
  shop = await openRestorableShop(restorable)
})
afterAll(async () => {
  await restorable.close()
})

async function deliveries() {
  return await shop
    .server()
    .services.db.selectFrom('receipts')
    .select(['gc', 'delivery'])
    .where('company_id', '=', shop.shop.companyId)
    .orderBy('gc')
    .execute()
}

test('receipts that were open in the backup and were sent after it are found on the portal', async () => {
  const [a, b] = shop.phones
  await shop.sell(a)
  await shop.sell(b)
  for (const by of shop.phones) await shop.pull(by)
  await shop.remember()
  await shop.deliver()
  await shop.restore()
  expect((await deliveries()).map(({ delivery }) => delivery)).toEqual(['unknown', 'unknown'])
  for (const by of shop.phones) await shop.comeBack(by)
  expect(await shop.runJobs()).toEqual([shop.shop.identity.id])
  await deliver(shop.delivery(), shop.shop.identity)
  expect(await deliveries()).toEqual([
    { gc: '1', delivery: 'verified' },
    { gc: '2', delivery: 'verified' },
  ])
  expect((await shop.ledger()).map(({ gc }) => gc)).toEqual([1, 2])
})

test('receipts that were open in the backup and were never sent are sent after the restore', async () => {
  await shop.sell(shop.phones[0])
  for (const by of shop.phones) await shop.pull(by)
  await shop.remember()
  await shop.restore()
  for (const by of shop.phones) await shop.comeBack(by)
  expect(await shop.runJobs()).toEqual([shop.shop.identity.id])
  expect(await deliveries()).toEqual([{ gc: '1', delivery: 'verified' }])
})

test.each([
  ['only wrote a draft has nothing to return and is not awaited', false],
  ['sold is awaited until the owner says what TRA has: no phone may know its last sale', true],
] as const)('a program with an API key that %s', async (_, submit) => {
  const { program } = await startProgram(shop.server(), shop.shop.companyId)
  const sale = { submit, items: [{ productId: shop.shop.productId, quantity: 1 }] }
  const { status } = await program.post('/v1/accounting/public/invoices', sale)
  expect(status).toBe(submit ? 202 : 201)
  for (const by of shop.phones) {
    await shop.sell(by)
    await shop.pull(by)
  }
  await shop.deliver()
  await shop.remember()
  await shop.restore()
  for (const by of shop.phones) await shop.comeBack(by)
  expect(await shop.runJobs()).toEqual(submit ? [] : [shop.shop.identity.id])
})

test('a Z report that was made and sent after the backup is made again, and its refused repeat is no refusal', async () => {
  const [a] = shop.phones
  await shop.sell(a)
  await shop.deliver()
  for (const by of shop.phones) await shop.pull(by)
  await shop.remember()
  restorable.backend.clock.advance(24 * 3_600_000)
  await deliver(shop.delivery(), shop.shop.identity)
  await shop.restore()
  // The backup had no report of that day.
  const { companyId } = shop.shop
  await shop.server().services.db.deleteFrom('z_reports').where('company_id', '=', companyId).execute()
  const owner = await createOperator(shop.server().services.db, companyId, {
    user_type: 'company_owner',
  })
  const { token } = await logInTestUser(shop.server(), owner.username)
  await shop.server().call('fiscal.resume', { lastGc: 1 }, token)
  await deliver(shop.delivery(), shop.shop.identity)
  const reports = await shop
    .server()
    .services.db.selectFrom('z_reports')
    .select(['delivery', 'ack_code'])
    .where('company_id', '=', companyId)
    .execute()
  expect(reports).toEqual([{ delivery: 'acknowledged', ack_code: '921' }])
})
