import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PushGateway } from '#server/gateways/push/gateway.ts'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { type Jobs, startJobs } from '#server/jobs/start-jobs.ts'
import { listDocuments } from '#server/storage/catalogue/documents.ts'
import { countUndelivered } from '#server/storage/fiscal/delivery-queue.ts'
import { newExpense } from '../../support/expense-input.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => {
  await backend.close()
})

function aProcess(push?: PushGateway): Promise<Jobs> {
  const { services } = backend.server
  const tra = createTraGateway({ clock: backend.clock })
  return startJobs(services, {
    connectionString: backend.server.connectionString,
    tra,
    endpoint: backend.delivery.endpoint,
    sweepIntervalMs: 100,
    ...(push && { push }),
  })
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition never came true')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const sell = (own: Shop) => own.phone.pushOne('invoice.submit', invoiceInput(aSale(own.productId)))

async function delivery(own: Shop): Promise<Record<string, number>> {
  const rows = await backend.server.services.db
    .selectFrom('receipts')
    .select('delivery')
    .where('identity_id', '=', own.identity.id)
    .execute()
  const counts: Record<string, number> = {}
  for (const row of rows) counts[row.delivery] = (counts[row.delivery] ?? 0) + 1
  return counts
}

type Received = { subject: string }

async function order(own: Shop): Promise<string[]> {
  const path = `received?certkey=${own.identity.certKey}&call=receipt`
  return ((await backend.controlSimulator('GET', path)) as Received[]).map((call) => call.subject)
}

test('two processes deliver three companies in order, each receipt once, and verify them (I-9)', async () => {
  const shops = [shop, await createShop(backend), await createShop(backend)]
  for (const own of shops) for (let sold = 0; sold < 12; sold += 1) await sell(own)
  const processes = await Promise.all([aProcess(), aProcess()])
  try {
    for (const own of shops) await processes[0].wakeSubmission(own.identity.id)
    await until(async () => (await Promise.all(shops.map(delivery))).every((done) => done['verified'] === 12))
    for (const own of shops) {
      const subjects = await order(own)
      const code = own.identity.registration.receiptCode
      expect(subjects).toEqual(Array.from({ length: 12 }, (_, index) => `${code}${index + 1}`))
    }
  } finally {
    await Promise.all(processes.map((process) => process.stop()))
  }
})

test('a wake-up delivers at once, and a lost one is found by the sweep', async () => {
  const own = await createShop(backend)
  const process = await aProcess()
  try {
    const sold = invoiceOf(await sell(own))
    await until(async () => (await delivery(own))['verified'] === 1)
    const { body } = await backend.server.call('invoices.find', { id: sold.id }, own.phone.token)
    expect(body).toMatchObject({ status: 'issued', receipt: { delivery: 'verified' } })
  } finally {
    await process.stop()
  }
})

test('the receipt of an expense that was saved offline is looked up automatically (spec §1)', async () => {
  const own = await createShop(backend)
  const process = await aProcess()
  try {
    const { receipt } = invoiceOf(await sell(own))
    await until(async () => (await delivery(own))['verified'] === 1)
    const { rctvnum: receiptCode = '', issuedTime: receiptTime = '' } = receipt ?? {}
    const id = randomUUID()
    const scanned = { receiptCode, receiptTime, time: receiptTime.slice(0, 5) }
    expect(await own.phone.pushOne('expense.save', newExpense(id, scanned))).toMatchObject({ state: 'done' })
    await until(async () => {
      const [found] = await listDocuments(
        backend.server.services.db,
        { companyId: own.companyId },
        'expenses',
        [id],
      )
      return found?.authority !== undefined
    })
  } finally {
    await process.stop()
  }
})

test('another process continues where one was stopped', async () => {
  const own = await createShop(backend)
  for (let sold = 0; sold < 10; sold += 1) await sell(own)
  const fault = { kind: 'latency', ms: 40, calls: ['receipt'], certkey: own.identity.certKey }
  await backend.controlSimulator('POST', 'faults', fault)
  const first = await aProcess()
  await first.wakeSubmission(own.identity.id)
  const { db } = backend.server.services
  await until(async () => (await countUndelivered(db, own.identity)) < 8)
  await first.stop()
  expect(await countUndelivered(db, own.identity)).toBeGreaterThan(0)
  const second = await aProcess()
  try {
    await until(async () => (await countUndelivered(db, own.identity)) === 0)
    expect(new Set(await order(own)).size).toBe(10)
  } finally {
    await second.stop()
  }
})

test('a push service that never answers holds up no receipt', async () => {
  const own = await createShop(backend)
  const address = {
    kind: 'web-push' as const,
    endpoint: 'https://web.push.apple.com/asha',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  }
  await own.phone.call('notifications.register', { account: 'a'.repeat(20), address })
  let called = 0
  let answer = () => undefined as unknown
  const process = await aProcess({
    accepts: () => true,
    send: async () => {
      called += 1
      await new Promise((resolve) => {
        answer = () => resolve(undefined)
      })
      return { kind: 'sent' }
    },
  })
  try {
    await sell(own)
    await until(async () => called === 1)
    for (let sold = 0; sold < 5; sold += 1) await sell(own)
    await until(async () => (await delivery(own))['verified'] === 6)
    expect(called).toBe(1)
  } finally {
    answer()
    await process.stop()
  }
})
