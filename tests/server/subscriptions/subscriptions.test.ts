import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscription-endpoints.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createUser, type TestCompany } from '../../support/tenants.ts'

let server: TestServer
let platform: string
let owner: string
let organization: string
let company: TestCompany
let other: TestCompany
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      PRICE_SUBSCRIPTION: '60000',
      PROVIDER_PAY_TO: 'M-Pesa 123456; CRDB 0150000000',
      MAINTENANCE_START: '2026-12-20T00:00:00+03:00',
      MAINTENANCE_END: '2026-12-21T05:00:00+03:00',
    },
  })
  const { db } = server.services
  company = await createCompany(db)
  other = await createCompany(db)
  const logIn = async (user: Parameters<typeof createUser>[1]) =>
    (await logInTestUser(server, (await createUser(db, user)).username)).token
  platform = await logIn({ user_type: 'platform_admin' })
  owner = await logIn({ user_type: 'company_owner', company_id: company.id })
  organization = await logIn({
    user_type: 'organization_admin',
    organization_id: company.organization_id,
  })
})
afterAll(() => server.stop())

const FIELDS = {
  day: '2026-01-15',
  years: 1,
  installation: true,
  amount: 21_358_000,
  type: 'e-money' as const,
  reference: 'QK7XYZ',
  receiptNumber: '',
}

async function read(token: string, companyId?: string) {
  const query = companyId === undefined ? {} : { companyId }
  return (await server.call('subscription.read', query, token)).body as Subscription & { code?: string }
}

test('everybody reads the configured prices and the planned maintenance (spec §1)', async () => {
  const { body } = await server.call('provider.read', {})
  expect(body).toEqual({
    prices: { annual: 6_000_000, installation: 12_100_000, vat: 1800 },
    maintenance: { start: '2026-12-19T21:00:00.000Z', end: '2026-12-21T02:00:00.000Z' },
  })
})

test('the platform records a payment once, and the company sees it (spec §2, /payment)', async () => {
  const id = randomUUID()
  for (const attempt of ['first', 'again']) {
    const input = { id, companyId: company.id, fields: FIELDS }
    const recorded = await server.call('subscription.record-payment', input, platform)
    expect(recorded.status, attempt).toBe(200)
  }
  const seen = await read(owner)
  expect(seen.payments).toEqual([{ ...FIELDS, id, canceled: false }])
  expect(seen.payTo).toEqual(['M-Pesa 123456', 'CRDB 0150000000'])
  expect((await read(organization, company.id)).payments).toHaveLength(1)
  const audit = await server.services.db
    .selectFrom('audit')
    .where('company_id', '=', company.id)
    .where('action', '=', 'subscription.record-payment')
    .select('subject')
    .execute()
  expect(audit).toEqual([{ subject: `subscription-payment:${id}` }])

  const canceled = await server.call('subscription.cancel-payment', { id, companyId: company.id }, platform)
  expect((canceled.body as Subscription).payments).toEqual([{ ...FIELDS, id, canceled: true }])
})

test('a form changed after its answer was lost is refused, and the payment stays as it was recorded', async () => {
  const third = await createCompany(server.services.db)
  const input = { id: randomUUID(), companyId: third.id, fields: FIELDS }
  const record = (change: object) =>
    server.call('subscription.record-payment', { ...input, ...change }, platform)
  expect((await record({})).status).toBe(200)
  const refused = { status: 409, body: { code: 'SUBSCRIPTION_PAYMENT_RECORDED' } }
  expect(await record({ fields: { ...FIELDS, amount: 6_000_000 } })).toMatchObject(refused)
  expect(await record({ companyId: company.id })).toMatchObject(refused)
  expect((await read(platform, third.id)).payments).toContainEqual({
    ...FIELDS,
    id: input.id,
    canceled: false,
  })
  expect((await record({})).status).toBe(200)
})

test('who manages no company gets the prices, and a foreign company is like an unknown one', async () => {
  expect(await read(platform)).toMatchObject({ payments: [], prices: { annual: 6_000_000 } })
  expect(await read(owner, other.id)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await read(organization, other.id)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await read(organization, randomUUID())).toMatchObject({ code: 'NOT_FOUND' })
})

test('the payment of another company is not canceled under this one', async () => {
  const id = randomUUID()
  await server.call('subscription.record-payment', { id, companyId: other.id, fields: FIELDS }, platform)
  const wrong = await server.call('subscription.cancel-payment', { id, companyId: company.id }, platform)
  expect(wrong.body).toMatchObject({ code: 'NOT_FOUND' })
  expect((await read(platform, other.id)).payments).toMatchObject([{ id, canceled: false }])
})

test('a payment of a day ahead is refused at its field', async () => {
  const fields = { ...FIELDS, day: '2999-01-01' }
  const input = { id: randomUUID(), companyId: company.id, fields }
  const refused = await server.call('subscription.record-payment', input, platform)
  expect(refused.body).toMatchObject({
    code: 'SUBSCRIPTION_DAY_INVALID',
    fields: [{ path: 'day', code: 'SUBSCRIPTION_DAY_INVALID' }],
  })
})
