import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { type FiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { closeDays } from '#server/services/fiscal/close-days.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { renewIdentity } from '#server/services/fiscal/save-registration.ts'
import { lockCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { testClock } from '#tests/support/start-test-server.ts'
import { createCompany } from '#tests/support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

// 23:30 in East Africa.
const START = '2026-11-21T20:30:00.000Z'
const HOUR_MS = 3_600_000

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend(testClock(START))
})
afterAll(async () => {
  await backend.close()
})

async function sell(shop: Shop, pieces: number) {
  const saleAt = toInstant(backend.clock.now())
  return invoiceOf(
    await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, pieces), { saleAt })),
  )
}

async function reports(shop: Shop): Promise<EndpointAnswer<'fiscal.z-reports'>['reports']> {
  const range = { from: '2026-01-01' as FiscalDay, to: '2027-12-31' as FiscalDay }
  const { body } = await shop.phone.call('fiscal.z-reports', range)
  return (body as EndpointAnswer<'fiscal.z-reports'>).reports
}

test('at midnight in East Africa the daily counter restarts and the global one continues (TRA guide, F5)', async () => {
  const shop = await createShop(backend)
  const late = await sell(shop, 1)
  backend.clock.advance(HOUR_MS)
  const early = await sell(shop, 1)
  expect(late.receipt).toMatchObject({ gc: 1, dc: 1, issuedDay: '2026-11-21', issuedTime: '23:30:00' })
  expect(early.receipt).toMatchObject({ gc: 2, dc: 1, issuedDay: '2026-11-22', issuedTime: '00:30:00' })
})

test('closed days are reported oldest first with days without sales, and the gross continues', async () => {
  const shop = await createShop(backend)
  await sell(shop, 2)
  await sell(shop, 1)
  await deliver(backend.delivery, shop.identity)
  expect(await reports(shop)).toEqual([])
  backend.clock.advance(49 * HOUR_MS)
  await sell(shop, 5)
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(24 * HOUR_MS)
  expect(await deliver(backend.delivery, shop.identity)).toBe('idle')
  expect(await reports(shop)).toMatchObject([
    {
      ...{ znumber: '20261122', dailyTotal: 900_000, gross: 900_000, ticketsFiscal: 2 },
      ...{ delivery: 'acknowledged', environment: 'simulator' },
    },
    { znumber: '20261123', dailyTotal: 0, gross: 900_000, ticketsFiscal: 0, delivery: 'acknowledged' },
    {
      znumber: '20261124',
      dailyTotal: 1_500_000,
      gross: 2_400_000,
      ticketsFiscal: 1,
      delivery: 'acknowledged',
    },
  ])
  const theirs = (await backend.controlSimulator('GET', `z-reports?certkey=${shop.identity.certKey}`)) as {
    grossCents: number
    flags: string[]
  }[]
  expect(theirs.map((report) => report.grossCents)).toEqual([900_000, 900_000, 2_400_000])
})

test('a day is not reported while a receipt of it is on its way, for at most a day', async () => {
  const shop = await createShop(backend)
  await sell(shop, 1)
  const { certKey } = shop.identity
  await backend.controlSimulator('POST', 'faults', {
    kind: 'drop-before',
    calls: ['receipt'],
    certkey: certKey,
  })
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(24 * HOUR_MS)
  expect(await closeDays(backend.server.services, shop.identity)).toBe(0)
  backend.clock.advance(24 * HOUR_MS)
  await closeDays(backend.server.services, shop.identity)
  expect((await reports(shop))[0]).toMatchObject({ dailyTotal: 300_000, ticketsFiscal: 1 })
  await backend.controlSimulator('DELETE', 'faults')
})

test('sales continue with any outcome of a report', async () => {
  const shop = await createShop(backend)
  await sell(shop, 1)
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(24 * HOUR_MS)
  const fault = { kind: 'status', status: 503, calls: ['z-report'], certkey: shop.identity.certKey }
  await backend.controlSimulator('POST', 'faults', fault)
  expect(await deliver(backend.delivery, shop.identity)).toBe('waiting')
  expect(await reports(shop)).toMatchObject([{ delivery: 'unknown' }])
  const next = await sell(shop, 1)
  await deliver(backend.delivery, shop.identity)
  const { body } = await shop.phone.call('invoices.find', { id: next.id })
  expect(body).toMatchObject({ status: 'issued' })
  await backend.controlSimulator('DELETE', 'faults')
  backend.clock.advance(HOUR_MS)
  expect(await deliver(backend.delivery, shop.identity)).toBe('idle')
  expect(await reports(shop)).toMatchObject([{ delivery: 'acknowledged' }])
})

test('a clock set back into a closed day makes sales wait for the next one, so that each is in a report', async () => {
  const shop = await createShop(backend)
  const first = await sell(shop, 1)
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(24 * HOUR_MS)
  await deliver(backend.delivery, shop.identity)
  expect(await reports(shop)).toMatchObject([{ znumber: first.receipt?.znum, ticketsFiscal: 1 }])
  backend.clock.advance(-24 * HOUR_MS)
  const operation = shop.phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
  const [waiting] = await shop.phone.push(operation)
  expect(waiting).toMatchObject({ state: 'retry', code: 'CLOCK_BEHIND_LAST_RECEIPT', retryAfterMs: 60_000 })
  backend.clock.advance(24 * HOUR_MS)
  const [done] = await shop.phone.push(operation)
  expect(invoiceOf(done).receipt).toMatchObject({ gc: 2, dc: 1 })
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(24 * HOUR_MS)
  await deliver(backend.delivery, shop.identity)
  expect((await reports(shop)).map(({ ticketsFiscal }) => ticketsFiscal)).toEqual([1, 1])
})

test('what a device registered by a clock that was ahead sells is reported from its first receipt on', async () => {
  backend.clock.advance(30 * 24 * HOUR_MS)
  const shop = await createShop(backend)
  backend.clock.advance(-30 * 24 * HOUR_MS)
  const { receipt } = await sell(shop, 1)
  await deliver(backend.delivery, shop.identity)
  const { close_at } = await backend.server.services.db
    .selectFrom('fiscal_due')
    .select('close_at')
    .where('identity_id', '=', shop.identity.id)
    .executeTakeFirstOrThrow()
  backend.clock.advance(24 * HOUR_MS)
  expect(Date.parse(close_at ?? '')).toBeLessThan(backend.clock.now())
  await deliver(backend.delivery, shop.identity)
  expect(await reports(shop)).toMatchObject([
    { znumber: receipt?.znum, ticketsFiscal: 1, delivery: 'acknowledged' },
  ])
})

test('a device that replaces another continues from its gross', async () => {
  const shop = await createShop(backend, { openingGross: toCents(1_000_000) })
  await sell(shop, 1)
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(24 * HOUR_MS)
  await closeDays(backend.server.services, shop.identity)
  expect(await reports(shop)).toMatchObject([{ dailyTotal: 300_000, gross: 1_300_000 }])
})

test('each report names the device as it was reported, also after a registration without VAT', async () => {
  const shop = await createShop(backend)
  const { services } = backend.server
  await sell(shop, 1)
  await deliver(backend.delivery, shop.identity)
  backend.clock.advance(24 * HOUR_MS)
  await closeDays(services, shop.identity)
  await inTransaction(services.db, async (tx) => {
    const identity = await lockCompanyIdentity(tx, shop)
    if (!identity) throw new Error('the identity is gone')
    const answer = { ...identity.registration, vrn: '', taxOffice: 'Ofisi Mpya', password: 'siri' }
    await renewIdentity(services, tx, identity, { ...answer, gc: identity.counter.nextGc })
  })
  backend.clock.advance(24 * HOUR_MS)
  await closeDays(services, shop.identity)
  const { certKey, registration } = shop.identity
  const { regId, taxOffice, vrn } = registration
  expect(vrn).not.toBe('')
  expect(await reports(shop)).toMatchObject([
    { ticketsVoid: 0, device: { serial: certKey, regId, taxOffice, vrn } },
    { ticketsVoid: 0, device: { serial: certKey, regId, taxOffice: 'Ofisi Mpya', vrn: '' } },
  ])
})

test('a company without a device has no fiscal status', async () => {
  const phone = await signInPhone(backend.server, (await createCompany(backend.server.services.db)).id)
  expect(await phone.call('fiscal.status', {})).toMatchObject({
    body: { code: 'FISCAL_IDENTITY_MISSING' },
  })
})
