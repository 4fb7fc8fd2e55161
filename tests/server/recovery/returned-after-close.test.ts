import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDays } from '#server/services/fiscal/close-days.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import { Phone } from '../../support/test-backend.ts'
import {
  openForgetful,
  openRestorableShop,
  type RestorableServer,
  type RestorableShop,
} from './restored-backend.ts'

const DAY_MS = 24 * 3_600_000

let restorable: RestorableServer
let shop: RestorableShop
beforeAll(async () => {
  restorable = await openForgetful()
})
afterAll(async () => {
  await restorable.close()
})
beforeEach(async () => {
  shop = await openRestorableShop(restorable)
})

/** Two receipts in the backup, lost ones of the same day, and the owner goes on before the phone is back. */
async function lose(count: number): Promise<void> {
  const [a, b] = shop.phones
  await shop.sell(a)
  await shop.sell(b)
  await shop.deliver()
  for (const by of shop.phones) await shop.pull(by)
  await shop.remember()
  for (let n = 0; n < count; n += 1) await shop.sell(a)
  await shop.deliver()
  await shop.restore()
  const owner = await createOperator(shop.server().services.db, shop.shop.companyId, {
    user_type: 'company_owner',
  })
  const { token } = await logInTestUser(shop.server(), owner.username)
  await shop.server().call('fiscal.resume', { lastGc: 2 + count }, token)
}

async function closeDay(): Promise<void> {
  restorable.backend.clock.advance(DAY_MS)
  await deliver(shop.delivery(), shop.shop.identity)
}

/** The tokens of the phones ended over night. */
async function returnLate(): Promise<number> {
  const [a] = shop.phones
  const { deviceId, epoch, companyId, userId } = a.phone
  const { token } = await logInTestUser(shop.server(), a.username, { deviceId })
  a.phone = Object.assign(new Phone(shop.server(), companyId, userId, token), { deviceId, epoch })
  return await shop.comeBack(a)
}

async function reports() {
  const rows = await shop
    .server()
    .services.db.selectFrom('z_reports')
    .select(['report', 'delivery'])
    .where('company_id', '=', shop.shop.companyId)
    .orderBy('day')
    .execute()
  return rows.map(({ report, delivery }) => [report.ticketsFiscal, report.dailyTotal, report.gross, delivery])
}

test('a report that was refused without the returned receipts is made again with them, and taken', async () => {
  await restorable.backend.controlSimulator('PUT', 'profile', { profile: 'strict', visibleDelayMs: 0 })
  await lose(3)
  await closeDay()
  expect(await reports()).toEqual([[2, 600_000, 600_000, 'refused']])
  expect(await returnLate()).toBe(3)
  expect(await reports()).toEqual([[5, 1_500_000, 1_500_000, 'waiting']])
  await closeDay()
  expect(await reports()).toEqual([
    [5, 1_500_000, 1_500_000, 'acknowledged'],
    [0, 0, 1_500_000, 'acknowledged'],
  ])
})

/** How many transactions wait for another. */
async function waiting(): Promise<number> {
  const { db } = shop.server().services
  return (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length
}

test('a report that is made while a receipt of its day is returned has that receipt', async () => {
  await restorable.backend.controlSimulator('PUT', 'profile', { profile: 'field', visibleDelayMs: 0 })
  await lose(1)
  restorable.backend.clock.advance(DAY_MS)
  const { services } = shop.server()
  const { returning, closing } = await inTransaction(services.db, async (tx) => {
    const { companyId } = shop.shop
    await tx.selectFrom('aggregates').select('key').where('company_id', '=', companyId).forUpdate().execute()
    const returning = returnLate()
    // It has stored its receipt, and waits for the totals.
    await expect.poll(waiting).toBe(1)
    let isClosed = false
    const closing = closeDays(services, shop.shop.identity).finally(() => {
      isClosed = true
    })
    await expect.poll(async () => isClosed || (await waiting()) > 1).toBe(true)
    return { returning, closing }
  })
  expect(await returning).toBe(1)
  await closing
  await closeDay()
  expect(await reports()).toEqual([
    [3, 900_000, 900_000, 'acknowledged'],
    [0, 0, 900_000, 'acknowledged'],
  ])
})

test('a report that was taken without the returned receipts stays, and the next gross has them', async () => {
  await restorable.backend.controlSimulator('PUT', 'profile', { profile: 'field', visibleDelayMs: 0 })
  await lose(3)
  await closeDay()
  expect(await returnLate()).toBe(3)
  await closeDay()
  expect(await reports()).toEqual([
    [2, 600_000, 600_000, 'acknowledged'],
    [0, 0, 1_500_000, 'acknowledged'],
  ])
})
