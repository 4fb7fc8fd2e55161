import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => {
  await backend.close()
})

const noticedAt = '2026-11-21T09:00:00.000Z'

/** What the company's people are informed of, and what the audit trail says of it. */
async function informed(): Promise<{ readonly labels: string[]; readonly acts: unknown[] }> {
  const { db } = backend.server.services
  const { companyId } = shop
  const notifications = await db
    .selectFrom('notifications')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('event', '=', 'work-lost')
    .orderBy('change_id')
    .execute()
  const acts = await db
    .selectFrom('audit')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('action', '=', 'device.work-lost')
    .orderBy('id')
    .execute()
  expect(notifications.map((row) => row.operator_id)).toEqual(notifications.map(() => shop.phone.userId))
  return { labels: notifications.map(({ label }) => label), acts: acts.map(({ detail }) => detail) }
}

test('a phone says that work is gone: people are informed once, and again when it is more (offline-design 3.2)', async () => {
  shop = await createShop(backend)
  const { phone } = shop
  const lost = (count: number) => phone.pushRaw([], { lost: { count, noticedAt } })
  expect(await lost(7)).toMatchObject({ status: 200, body: { results: [] } })
  await lost(7)
  expect(await informed()).toEqual({
    labels: [expect.stringMatching(/^7 \(.+, 21-11-2026\)$/)],
    acts: [{ count: 7, epoch: phone.epoch }],
  })
  await lost(9)
  expect((await informed()).acts).toEqual([
    { count: 7, epoch: phone.epoch },
    { count: 9, epoch: phone.epoch },
  ])
})

test('a new epoch of a phone whose old epoch ended with a hole informs people, and one without a hole does not', async () => {
  shop = await createShop(backend)
  const { phone, productId } = shop
  const submit = () => phone.operation('invoice.submit', invoiceInput(aSale(productId)))
  const [, , last] = [submit(), submit(), submit()]
  if (last) await phone.push(last)
  // The hole alone says nothing: those may still come.
  expect((await informed()).labels).toEqual([])
  const epoch = randomUUID()
  const first = () => ({ ...submit(), deviceSeq: 1 })
  await phone.pushRaw([first()], { epoch })
  expect((await informed()).acts).toEqual([{ count: 2, epoch: phone.epoch }])
  await phone.pushRaw([first()], { epoch: randomUUID() })
  expect((await informed()).acts).toHaveLength(1)
})
