import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PotentialClient } from '#contract/potential-client-endpoints.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  const { username } = await createUser(server.services.db, { user_type: 'platform_admin' })
  admin = (await logInTestUser(server, username)).token
})
afterAll(() => server.stop())

const form = {
  ...{ fullName: 'Juma Mfano', email: 'juma@client.example.test', phone: '754000001' },
  ...{ companyName: 'Duka la Juma', tin: '123456789', promoCode: '' },
}

async function list(query: object = {}): Promise<readonly PotentialClient[]> {
  const { status, body } = await server.call('potential-clients.list', query, admin)
  expect(status).toBe(200)
  return (body as { rows: PotentialClient[] }).rows
}

test('the public form and that of the staff make the same record (resolution 12)', async () => {
  expect((await server.call('registration.request', form)).status).toBe(200)
  const other = { ...form, email: 'neema@client.example.test', companyName: 'Duka la Neema' }
  expect((await server.call('potential-clients.create', other, admin)).status).toBe(200)
  const rows = await list()
  expect(rows.map(({ companyName, status }) => `${companyName}: ${status}`).sort()).toEqual([
    'Duka la Juma: new',
    'Duka la Neema: new',
  ])
  expect((await list({ search: 'neema' })).map(({ email }) => email)).toEqual([other.email])
  expect(await list({ search: 'neema', filter: 'declined' })).toEqual([])
})

test('the provider gets a mail of what others entered, not of what its own staff did (spec §9)', async () => {
  const { db } = server.services
  const { username } = await createUser(db)
  const { token } = await logInTestUser(server, username)
  const entered = { ...form, email: 'zawadi@client.example.test', companyName: 'Duka la Zawadi' }
  expect((await server.call('potential-clients.create', entered, token)).status).toBe(200)
  const messages = await db.selectFrom('contact_messages').select('message').execute()
  const companies = messages.map(({ message }) => message.split('\n')[1] ?? '').sort()
  expect(companies).toEqual(['Company: Duka la Juma', 'Company: Duka la Zawadi'])
  await db.deleteFrom('potential_clients').where('email', '=', entered.email).execute()
})

test('a client is followed up status by status, and what cannot follow changes nothing', async () => {
  const [client] = await list({ search: 'juma' })
  const id = client?.id ?? ''
  const change = async (status: PotentialClient['status']) => {
    const { body } = await server.call('potential-clients.change-status', { id, status }, admin)
    return (body as PotentialClient).status
  }
  expect(await change('contacted')).toBe('contacted')
  expect(await change('new')).toBe('contacted')
  expect(await change('declined')).toBe('declined')
  expect(await change('converted')).toBe('declined')
  expect(await change('contacted')).toBe('contacted')
  // That comes with the company that is made of it, and only so.
  expect(await change('converted')).toBe('contacted')
  expect((await list({ filter: 'contacted' })).map((row) => row.id)).toEqual([id])
})
