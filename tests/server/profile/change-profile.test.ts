import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserRow } from '#server/storage/accounts/users.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator, createUser, TEST_PASSWORD } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function aPerson(): Promise<{ user: UserRow; token: string }> {
  const company = await createCompany(server.services.db)
  const user = await createOperator(server.services.db, company.id)
  return { user, token: (await logInTestUser(server, user.username)).token }
}

async function mailsTo(email: string) {
  return await server.services.db.selectFrom('mails').selectAll().where('to_address', '=', email).execute()
}

const ask = (token: string, newEmail: string, currentPassword = TEST_PASSWORD) =>
  server.call('profile.change-email', { newEmail, confirmEmail: newEmail, currentPassword }, token)

async function linkSentTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /\/profile\?confirm=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('a new email (spec §5, Profile)', () => {
  test('counts once the link that was mailed to it is opened by its person', async () => {
    const { user, token } = await aPerson()
    const other = await aPerson()
    const email = `mpya-${user.id.slice(0, 8)}@example.test`
    expect((await ask(token, email)).status).toBe(200)
    expect((await server.call('profile.read', {}, token)).body).toEqual({
      ...{ email: user.email, pendingEmail: email, phone: user.mobile },
    })
    const link = await linkSentTo(email)
    expect(link.length).toBeGreaterThan(40)
    const foreign = await server.call('profile.confirm-email', { token: link }, other.token)
    expect(foreign.body).toMatchObject({ code: 'PROFILE_EMAIL_LINK_EXPIRED' })
    const confirmed = await server.call('profile.confirm-email', { token: link }, token)
    expect(confirmed.body).toEqual({ email, pendingEmail: null, phone: user.mobile })
    const { db } = server.services
    expect(JSON.stringify(await db.selectFrom('email_changes').selectAll().execute())).not.toContain(link)
  })

  test('is confirmed once, however often its link is opened: the answer may have been lost', async () => {
    const { user, token } = await aPerson()
    const email = `mpya-${user.id.slice(0, 8)}@example.test`
    await ask(token, email)
    const link = { token: await linkSentTo(email) }
    const confirmed = await server.call('profile.confirm-email', link, token)
    expect((await server.call('profile.confirm-email', link, token)).body).toEqual(confirmed.body)
    const acts = await server.services.db
      .selectFrom('audit')
      .select('id')
      .where('subject', '=', `user:${user.id}`)
      .where('action', '=', 'profile.change-email')
      .execute()
    expect(acts).toHaveLength(1)
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  test('gives way to one that a manager enters later', async () => {
    const { user, token } = await aPerson()
    const { db } = server.services
    const owner = await createUser(db, { user_type: 'company_owner', company_id: user.company_id })
    const manager = (await logInTestUser(server, owner.username)).token
    const fields = { firstName: user.first_name, lastName: user.last_name, mobile: '754000013' }
    const [asked, entered] = [`yake-${user.id}@example.test`, `ofisi-${user.id}@example.test`]
    await ask(token, asked)
    const link = { token: await linkSentTo(asked) }
    await server.call('profile.confirm-email', link, token)
    await server.call('users.change', { id: user.id, ...fields, email: entered }, manager)
    expect((await server.call('profile.confirm-email', link, token)).body).toMatchObject({
      code: 'PROFILE_EMAIL_LINK_EXPIRED',
    })
    expect((await server.call('profile.read', {}, token)).body).toMatchObject({
      ...{ email: entered, pendingEmail: null },
    })
  })

  test('is reported to the address before, once', async () => {
    const { user, token } = await aPerson()
    const email = `mpya-${user.id.slice(0, 8)}@example.test`
    await ask(token, email)
    expect(await mailsTo(user.email)).toEqual([])
    await server.call('profile.confirm-email', { token: await linkSentTo(email) }, token)
    const mails = await mailsTo(user.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Barua pepe ya akaunti yako ya Risiti imebadilishwa',
    ])
    expect(mails[0]?.text).not.toContain(email)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is not confirmed after a day', async () => {
    const { user, token } = await aPerson()
    const email = `kesho-${user.id.slice(0, 8)}@example.test`
    await ask(token, email)
    const link = await linkSentTo(email)
    server.clock.advance(24 * 60 * 60_000)
    const later = (await logInTestUser(server, user.username)).token
    const { body } = await server.call('profile.confirm-email', { token: link }, later)
    server.clock.advance(-24 * 60 * 60_000)
    expect(body).toMatchObject({ code: 'PROFILE_EMAIL_LINK_EXPIRED' })
  })

  test('needs the current password, and an address that no other account has', async () => {
    const { token } = await aPerson()
    const other = await aPerson()
    expect((await ask(token, 'x@example.test', 'Sivyo#1')).body).toMatchObject({
      fields: [{ path: 'currentPassword', code: 'PASSWORD_CURRENT_INVALID' }],
    })
    expect((await ask(token, other.user.email.toUpperCase())).body).toMatchObject({
      fields: [{ path: 'newEmail', code: 'ACCOUNT_EMAIL_REGISTERED' }],
    })
    expect((await ask(token, 'hapana', '')).body).toMatchObject({
      fields: [
        { path: 'newEmail', code: 'PROFILE_EMAIL_INVALID' },
        { path: 'currentPassword', code: 'PASSWORD_CURRENT_REQUIRED' },
      ],
    })
  })
})

test('the phone has exactly 9 digits (spec §5, Profile)', async () => {
  const { token } = await aPerson()
  const saved = await server.call('profile.change-phone', { phone: '754 000 123' }, token)
  expect(saved.body).toMatchObject({ phone: '754000123' })
  expect((await server.call('profile.change-phone', { phone: '0754000123' }, token)).body).toMatchObject({
    fields: [{ path: 'phone', code: 'PROFILE_PHONE' }],
  })
})

describe('a login on a phone that is new', () => {
  const logIn = async (user: UserRow, deviceId: string, agent: string) =>
    await fetch(`${server.url}/api/v2/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ username: user.username, password: TEST_PASSWORD, deviceId }),
    })
  const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36'

  test('is reported by mail, but not for the first phone ever, and not for the same phone again', async () => {
    const company = await createCompany(server.services.db)
    const user = await createOperator(server.services.db, company.id)
    const [first, second] = [randomUUID(), randomUUID()]
    await logIn(user, first, CHROME)
    await logIn(user, first, CHROME)
    await logIn(user, second, CHROME)
    await expect.poll(async () => (await mailsTo(user.email)).length).toBe(1)
    await logIn(user, second, CHROME)
    const mails = await mailsTo(user.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Umeingia kwenye simu mpya'])
    expect(mails[0]?.text).toContain('Simu: Chrome, Android')
    expect(mails[0]?.text).toContain('Wakati: 21-11-2026 13:00')
  })

  test('has its name in the list of phones', async () => {
    const { user, token } = await aPerson()
    const deviceId = randomUUID()
    await logIn(user, deviceId, CHROME)
    const { body } = await server.call('devices.list', {}, token)
    const { devices } = body as { devices: { deviceId: string; name?: string }[] }
    expect(devices.find((device) => device.deviceId === deviceId)?.name).toBe('Chrome, Android')
  })
})
