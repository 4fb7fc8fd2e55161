import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailWaitingMessages } from '#server/services/contact/send-contact-message.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'

let server: TestServer
let platform: string
beforeAll(async () => {
  // A phone number alone: no email address of the provider.
  server = await startTestServer({ environment: { PROVIDER_PHONE: '0700000100' } })
  const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
  platform = (await logInTestUser(server, admin.username)).token
})
afterAll(() => server.stop())

const note = { fullName: 'Juma Mfano', email: 'juma@example.test', phone: '', message: 'Bei?' }
const readMessages = async () => (await server.call('contact.refused', {}, platform)).body

test('a message that no address gets is read by a platform admin, who can answer it', async () => {
  expect((await server.call('contact.send', note)).status).toBe(200)
  server.clock.advance(1000)
  expect((await server.call('contact.send', { ...note, fullName: 'Neema Mfano' })).status).toBe(200)
  expect(await readMessages()).toMatchObject({
    messages: [],
    unmailed: [{ fullName: 'Neema Mfano' }, { ...note, createdAt: '2026-11-21T10:00:00.000Z' }],
  })
})

test('with an address it is mailed there, and no longer listed', async () => {
  const { services } = server
  const contact = { ...services.contact, email: 'ofisi@example.test' }
  await mailWaitingMessages({ ...services, contact })
  expect(await readMessages()).toEqual({ messages: [], unmailed: [] })
})
