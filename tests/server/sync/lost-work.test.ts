import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUser } from '#server/storage/accounts/users.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  Phone,
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

async function signInOwner(companyId: string): Promise<Phone> {
  const { server } = backend
  const user = await createUser(server.services.db, { company_id: companyId, user_type: 'company_owner' })
  const { token } = await logInTestUser(server, user.username)
  return new Phone(server, companyId, user.id, token)
}

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

test('the owner sees which phone of whom lost how much, and which was copied; an operator does not', async () => {
  shop = await createShop(backend)
  const { phone } = shop
  await phone.pushRaw([], { lost: { count: 7, noticedAt } })
  const twice = () => phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)), { deviceSeq: 9 })
  for (const sale of [twice(), twice()]) await phone.pushRaw([sale])
  const owner = await signInOwner(shop.companyId)
  const { body } = await owner.call('phones.troubles', {})
  const seller = await findUser(backend.server.services.db, phone.userId)
  const name = `${seller?.first_name} ${seller?.last_name}`
  expect(body).toMatchObject({
    troubles: [
      { trouble: 'copied', count: 0 },
      { trouble: 'work-lost', count: 7, noticedAt, person: name },
    ],
  })
  expect(await phone.call('phones.troubles', {})).toMatchObject({ status: 403 })
  backend.clock.advance(91 * 86_400_000)
  const later = await signInOwner(shop.companyId)
  expect((await later.call('phones.troubles', {})).body).toMatchObject({ troubles: [] })
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
