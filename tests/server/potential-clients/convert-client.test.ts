import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PotentialClient } from '#contract/potential-client-endpoints.ts'
import { type ConversionForm, conversionFormOf } from '#domain/potential-clients/convert-client.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  const { username } = await createUser(server.services.db, { user_type: 'platform_admin', language: 'en' })
  admin = (await logInTestUser(server, username)).token
})
afterAll(() => server.stop())

let requests = 0

/** A request that arrived, as the list shows it. */
async function request(): Promise<PotentialClient> {
  requests += 1
  const email = `rehema${requests}@client.example.test`
  const form = {
    ...{ fullName: 'Rehema Mfano Juma', email, phone: '754000001' },
    ...{ companyName: `Duka la Rehema ${requests}`, tin: `88800000${requests}`, promoCode: '' },
  }
  expect((await server.call('registration.request', form)).status).toBe(200)
  const { body } = await server.call('potential-clients.list', { search: email }, admin)
  const [client] = (body as { rows: PotentialClient[] }).rows
  if (!client) throw new Error('the request is not listed')
  return client
}

async function convert(client: PotentialClient, changed: Partial<ConversionForm> = {}) {
  const form = { ...conversionFormOf(client), address: 'Mtaa wa Soko', serial: `77TZ00000${requests}` }
  return await server.call('potential-clients.convert', { id: client.id, ...form, ...changed }, admin)
}

async function countRows() {
  const { db } = server.services
  const count = async (table: 'organizations' | 'companies' | 'users') =>
    (await db.selectFrom(table).select('id').execute()).length
  return [await count('organizations'), await count('companies'), await count('users')]
}

test('a request becomes organization, company and owner at once, and the owner gets the first password by mail', async () => {
  const client = await request()
  const { status, body } = await convert(client)
  expect(status).toBe(200)
  const answer = body as { companyId: string; password: string; mailed: boolean; client: PotentialClient }
  expect(answer.client).toMatchObject({ id: client.id, status: 'converted', convertedTo: answer.companyId })
  expect(answer.mailed).toBe(true)
  const company = await server.call('companies.find', { id: answer.companyId }, admin)
  expect(company.body).toMatchObject({
    ...{ name: client.companyName, organizationName: client.companyName, tin: client.tin },
    ...{ email: client.email, phone: '+255754000001', active: true },
  })
  const mail = await server.services.db
    .selectFrom('mails')
    .selectAll()
    .where('to_address', '=', client.email)
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain(answer.password)
  expect(body).toMatchObject({ user: { mustChangePassword: true } })
  const login = await server.call('auth.login', {
    username: client.email,
    password: answer.password,
    deviceId: '01935000-0000-7000-8000-0000000000d1',
  })
  expect(login.body).toMatchObject({
    session: {
      user: { user_type: 'company_owner', company_id: answer.companyId },
      mustChangePassword: true,
    },
  })
})

test('a request is registered once: the second time and one that was declined are refused', async () => {
  const client = await request()
  expect((await convert(client)).status).toBe(200)
  const before = await countRows()
  expect(await convert(client, { tin: '888999001', email: 'other@client.example.test' })).toMatchObject({
    status: 409,
    body: { code: 'POTENTIAL_CLIENT_CLOSED' },
  })
  const declined = await request()
  await server.call('potential-clients.change-status', { id: declined.id, status: 'declined' }, admin)
  expect(await convert(declined)).toMatchObject({ body: { code: 'POTENTIAL_CLIENT_CLOSED' } })
  expect(await countRows()).toEqual(before)
})

test('the same conversion again after a lost answer gives what was made, with a first password that works', async () => {
  const client = await request()
  const lost = await convert(client)
  const before = await countRows()
  const again = await convert(client)
  expect(again).toMatchObject({ status: 200 })
  const [one, other] = [lost.body, again.body] as { companyId: string; user: object; password: string }[]
  expect(other).toMatchObject({ companyId: one?.companyId, user: one?.user, client: { status: 'converted' } })
  expect(await countRows()).toEqual(before)
  const logIn = async (password = '') =>
    await server.call('auth.login', { username: client.email, password, deviceId: client.id })
  expect((await logIn(one?.password)).status).toBe(401)
  expect((await logIn(other?.password)).status).toBe(200)
})

test('another person, another form or a later time is refused as registered already', async () => {
  const client = await request()
  expect((await convert(client)).status).toBe(200)
  const closed = { status: 409, body: { code: 'POTENTIAL_CLIENT_CLOSED' } }
  expect(await convert(client, { tin: '888999002' })).toMatchObject(closed)
  // A correction must not be answered with what was made before it.
  expect(await convert(client, { companyPhone: '754000999' })).toMatchObject(closed)
  const { username } = await createUser(server.services.db, { user_type: 'platform_admin' })
  const [first, second] = [admin, (await logInTestUser(server, username)).token]
  admin = second
  expect(await convert(client)).toMatchObject(closed)
  admin = first
  const past = 10 * 60_000 + 1
  server.clock.advance(past)
  expect(await convert(client)).toMatchObject(closed)
  server.clock.advance(-past)
})

test('what is taken is said at its field, and nothing of the conversion stays (spec §5, §8)', async () => {
  const first = await request()
  expect((await convert(first)).status).toBe(200)
  const client = await request()
  const before = await countRows()
  for (const [changed, path, code] of [
    [{ email: first.email }, 'email', 'OPERATOR_EMAIL_REGISTERED'],
    [{ username: first.email.toUpperCase() }, 'username', 'USER_USERNAME_TAKEN'],
    [{ tin: first.tin }, 'tin', 'COMPANY_TIN_REGISTERED'],
    [{ serial: '' }, 'serial', 'COMPANY_SERIAL_REQUIRED'],
    [{ companyPhone: '75400' }, 'companyPhone', 'COMPANY_PHONE_REQUIRED'],
    [{ organizationName: ' ' }, 'organizationName', 'ORGANIZATION_NAME_REQUIRED'],
    [
      { organizationId: '01935000-0000-7000-8000-00000000beef' },
      'organizationId',
      'COMPANY_ORGANIZATION_REQUIRED',
    ],
  ] as const) {
    expect((await convert(client, changed)).body, path).toMatchObject({ code, fields: [{ path, code }] })
  }
  expect(await countRows()).toEqual(before)
  const { body } = await server.call('potential-clients.list', { search: client.email }, admin)
  expect(body).toMatchObject({ rows: [{ status: 'new', convertedTo: null }] })
})

test('a request can join an organization that is there already', async () => {
  const first = await convert(await request())
  const { companyId } = first.body as { companyId: string }
  const known = await server.call('companies.find', { id: companyId }, admin)
  const { organizationId } = known.body as { organizationId: string }
  const [organizations] = await countRows()
  const second = await convert(await request(), { organizationId, organizationName: '' })
  expect(second.status).toBe(200)
  expect((await countRows())[0]).toBe(organizations)
})
