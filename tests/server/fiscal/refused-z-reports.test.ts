import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { resumeIdentity } from '#server/services/fiscal/resume-identity.ts'
import { findIdentity } from '#server/storage/fiscal/identities.ts'
import { testClock } from '#tests/support/start-test-server.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const DAY_MS = 24 * 3_600_000

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend(testClock('2026-11-21T10:00:00.000Z'))
})
afterAll(async () => {
  await backend.close()
})
beforeEach(async () => {
  await backend.controlSimulator('DELETE', 'faults')
  await backend.controlSimulator('PUT', 'profile', { profile: 'strict', duplicateAnswer: 902 })
  shop = await createShop(backend)
})

const send = () => deliver(backend.delivery, shop.identity)

async function sell(): Promise<string> {
  const sold = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  return sold.id
}

async function statusOf(invoiceId: string): Promise<unknown> {
  const { body } = await shop.phone.call('invoices.find', { id: invoiceId })
  return (body as { status: unknown }).status
}

async function sellAndSend(): Promise<unknown> {
  const id = await sell()
  await send()
  return await statusOf(id)
}

async function fault(body: object): Promise<void> {
  await backend.controlSimulator('POST', 'faults', { certkey: shop.identity.certKey, ...body })
}

async function reports() {
  const range = { from: '2026-01-01' as FiscalDay, to: '2027-12-31' as FiscalDay }
  const { body } = await shop.phone.call('fiscal.z-reports', range)
  return (body as EndpointAnswer<'fiscal.z-reports'>).reports.map(({ delivery }) => delivery)
}

/** What the device's card shows, and offers to send again. */
async function refusedReports(): Promise<unknown> {
  const { body } = await shop.phone.call('fiscal.device', {})
  return (body as EndpointAnswer<'fiscal.device'>).identities[0]?.refusedReports
}

async function resume(): Promise<void> {
  const identity = await findIdentity(backend.server.services.db, shop.identity)
  if (identity === undefined) throw new Error('the identity is gone')
  const by = { userId: shop.phone.userId, deviceId: shop.phone.deviceId, organizationId: null }
  await resumeIdentity(backend.delivery, identity, by)
}

async function deviceState(): Promise<unknown> {
  return (await findIdentity(backend.server.services.db, shop.identity))?.state
}

test.each([
  { name: 'code 1', refusal: { kind: 'code', code: 1 } },
  { name: 'code 3', refusal: { kind: 'code', code: 3 } },
  { name: 'code 6', refusal: { kind: 'code', code: 6 } },
  { name: 'code 7', refusal: { kind: 'code', code: 7 } },
  { name: 'code 8', refusal: { kind: 'code', code: 8 } },
  { name: 'HTTP 400', refusal: { kind: 'status', status: 400 } },
  { name: 'HTTP 403', refusal: { kind: 'status', status: 403 } },
])('a report refused with $name is left for a person and holds up no receipt', async ({ refusal }) => {
  await sellAndSend()
  backend.clock.advance(DAY_MS)
  await fault({ ...refusal, times: null, calls: ['z-report'] })
  expect(await send()).toBe('idle')
  expect(await reports()).toEqual(['refused'])
  expect(await refusedReports()).toBe(1)
  expect(await sellAndSend()).toBe('issued')
  await resume()
  expect(await send()).toBe('idle')
  expect(await deviceState()).toBe('active')
  expect(await sellAndSend()).toBe('issued')
  await backend.controlSimulator('DELETE', 'faults')
  await resume()
  expect(await send()).toBe('idle')
  expect(await reports()).toEqual(['acknowledged'])
})

test('a device that is refused itself stops at its next receipt, as ever', async () => {
  await sellAndSend()
  backend.clock.advance(DAY_MS)
  await fault({ kind: 'code', code: 8, times: null, calls: ['z-report', 'receipt'] })
  await send()
  expect(await deviceState()).toBe('active')
  await sell()
  expect(await send()).toBe('stopped')
  expect(await deviceState()).toBe('stopped')
})

test('credentials that are refused stop the device, and its report waits', async () => {
  await sellAndSend()
  backend.clock.advance(DAY_MS)
  // The receipts' token ended; the one for the report is refused.
  await fault({ kind: 'status', status: 400, times: null, calls: ['token'] })
  await backend.delivery.tokenStoreOf(shop.identity.id).delete()
  expect(await send()).toBe('stopped')
  expect(await deviceState()).toBe('stopped')
  expect(await reports()).toEqual(['waiting'])
})

test('a report of a blocked device waits', async () => {
  await sellAndSend()
  backend.clock.advance(DAY_MS)
  await backend.controlSimulator('POST', `devices/${shop.identity.certKey}/block`, { message: 'Unpaid tax' })
  await send()
  expect(await deviceState()).toBe('blocked')
  expect(await reports()).toEqual(['waiting'])
})

test('a report whose answer was lost and whose repeat is refused was received', async () => {
  await sellAndSend()
  backend.clock.advance(DAY_MS)
  await fault({ kind: 'drop-answer', times: 1, calls: ['z-report'] })
  expect(await send()).toBe('waiting')
  expect(await reports()).toEqual(['unknown'])
  backend.clock.advance(60_000)
  expect(await send()).toBe('idle')
  expect(await reports()).toEqual(['acknowledged'])
  const stored = await backend.server.services.db
    .selectFrom('z_reports')
    .select('ack_code')
    .where('company_id', '=', shop.companyId)
    .execute()
  // The code stays: the report may have been refused for a reason of its own.
  expect(stored).toEqual([{ ack_code: '921' }])
})

test('a report that arrived just before the process ended, and whose repeat is refused, was received', async () => {
  await sellAndSend()
  backend.clock.advance(DAY_MS)
  const crash = new Error('the process ends')
  const services = {
    ...backend.server.services,
    onCrashPoint: (point: string) => {
      if (point === 'report:answered') throw crash
    },
  }
  await expect(deliver({ ...backend.delivery, services }, shop.identity)).rejects.toBe(crash)
  expect(await reports()).toEqual(['unknown'])
  expect(await send()).toBe('idle')
  expect(await reports()).toEqual(['acknowledged'])
})

test('a report whose answer was lost and that is refused with a public code was not received', async () => {
  await sellAndSend()
  backend.clock.advance(DAY_MS)
  await fault({ kind: 'drop-before', times: 1, calls: ['z-report'] })
  await send()
  await fault({ kind: 'code', code: 1, times: 1, calls: ['z-report'] })
  backend.clock.advance(60_000)
  expect(await send()).toBe('idle')
  expect(await reports()).toEqual(['refused'])
})
