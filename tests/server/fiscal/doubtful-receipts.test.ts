import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { createDeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { findInvoice } from '#server/storage/invoices/invoices.ts'
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

const MINUTE_MS = 60_000

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
  const profile = { profile: 'strict', duplicateAnswer: 902, visibleDelayMs: 0 }
  await backend.controlSimulator('PUT', 'profile', profile)
  shop = await createShop(backend)
})

const send = () => deliver(backend.delivery, shop.identity)

async function sell(): Promise<Invoice> {
  return invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
}

async function stored(invoice: Invoice): Promise<Invoice | undefined> {
  return await findInvoice(backend.server.services.db, { companyId: shop.companyId }, invoice.id)
}

async function fault(body: object): Promise<void> {
  await backend.controlSimulator('POST', 'faults', { certkey: shop.identity.certKey, ...body })
}

async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    backend.clock.advance(MINUTE_MS)
    await send()
  }
}

test('after a crash during a send a failed token request leaves the outcome unknown', async () => {
  const invoice = await sell()
  const crash = new Error('the process ends')
  /** Another process: without tokens. */
  const restarted = () =>
    createDeliveryDeps(backend.server.services, backend.delivery.tra, backend.delivery.endpoint)
  const services = {
    ...backend.server.services,
    onCrashPoint: (point: string) => {
      if (point === 'deliver:answered') throw crash
    },
  }
  await expect(deliver({ ...restarted(), services }, shop.identity)).rejects.toBe(crash)
  const next = restarted()
  await fault({ kind: 'status', status: 503, times: 1, calls: ['token'] })
  await deliver(next, shop.identity)
  expect((await stored(invoice))?.receipt?.delivery).toBe('unknown')
  backend.clock.advance(5 * MINUTE_MS)
  await deliver(next, shop.identity)
  // The repeat is refused; only because of the doubt the portal is asked.
  expect(await stored(invoice)).toMatchObject({ status: 'issued', receipt: { delivery: 'verified' } })
})

test('a repeat refused before the portal shows the receipt is asked for again, and later receipts pass', async () => {
  await backend.controlSimulator('PUT', 'profile', { visibleDelayMs: 30 * MINUTE_MS })
  const [first, second] = [await sell(), await sell()]
  await fault({ kind: 'drop-answer', times: 1, calls: ['receipt'] })
  await send()
  await passMinutes(12)
  expect((await stored(first))?.receipt).toMatchObject({ delivery: 'unknown', ackCode: '902' })
  expect((await stored(second))?.status).toBe('issued')
  await passMinutes(50)
  expect(await stored(first)).toMatchObject({ status: 'issued', receipt: { delivery: 'verified' } })
})

test('a doubtful receipt that the portal does not show in a day is left for a person', async () => {
  await backend.controlSimulator('PUT', 'profile', { profile: 'field' })
  const invoice = await sell()
  await fault({ kind: 'drop-before', times: 1, calls: ['receipt'] })
  await send()
  await fault({ kind: 'code', code: 917, times: null })
  for (let hour = 0; hour < 23; hour += 1) {
    backend.clock.advance(60 * MINUTE_MS)
    await send()
    expect((await stored(invoice))?.receipt?.delivery).toBe('unknown')
  }
  backend.clock.advance(2 * 60 * MINUTE_MS)
  await send()
  expect((await stored(invoice))?.receipt).toMatchObject({ delivery: 'parked', ackCode: '917' })
})

test('the pauses between the attempts of a doubtful receipt grow to an hour', async () => {
  await sell()
  await fault({ kind: 'drop-before', times: 1, calls: ['receipt'] })
  await send()
  await fault({ kind: 'code', code: 917, times: null })
  await passMinutes(5 * 60)
  const received = await backend.controlSimulator(
    'GET',
    `received?certkey=${shop.identity.certKey}&call=receipt`,
  )
  const attempts = (received as unknown[]).length
  expect(attempts).toBeGreaterThan(8)
  expect(attempts).toBeLessThan(16)
})
