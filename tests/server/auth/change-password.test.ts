import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import { generateDeviceKey } from '../../support/device-key.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator, TEST_PASSWORD } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const NEW = 'Safari!2027'

async function anOperatorOf(settings: Partial<CompanySettings> = {}, mustChange = false) {
  const company = await createCompany(server.services.db, { settings })
  return await createOperator(server.services.db, company.id, { must_change_password: mustChange })
}
const change = (token: string, currentPassword: string, newPassword: string, confirmPassword = newPassword) =>
  server.call('auth.change-password', { currentPassword, newPassword, confirmPassword }, token)

describe('changing the password (spec §5, profile)', () => {
  test('the new one opens, the old one does not, and the answer carries a working session', async () => {
    const { username } = await anOperatorOf()
    const { token, deviceId } = await logInTestUser(server, username)
    const { status, body } = await change(token, TEST_PASSWORD, NEW)
    expect(status).toBe(200)
    const pair = body as { token: string; refresh_token: string }
    expect((await server.call('session.read', {}, pair.token)).status).toBe(200)
    expect((await server.call('auth.refresh', { refresh_token: pair.refresh_token })).status).toBe(200)
    expect((await server.call('auth.login', { username, password: TEST_PASSWORD, deviceId })).status).toBe(
      401,
    )
    expect((await server.call('auth.login', { username, password: NEW, deviceId })).status).toBe(200)
  })

  test('all other sessions end, and the delivery grants of other devices; that of this device stays (H7)', async () => {
    const user = await anOperatorOf()
    const key = generateDeviceKey().publicKey
    const here = await logInTestUser(server, user.username, { devicePublicKey: key })
    const there = await logInTestUser(server, user.username, { devicePublicKey: key })
    expect((await change(here.token, TEST_PASSWORD, NEW)).status).toBe(200)
    for (const { token, refresh_token } of [here, there]) {
      expect((await server.call('auth.refresh', { refresh_token })).status).toBe(401)
      await expect.poll(async () => (await server.call('session.read', {}, token)).status).toBe(401)
    }
    const grants = await server.services.db
      .selectFrom('delivery_grants')
      .select(['id', 'ended_at'])
      .where('user_id', '=', user.id)
      .execute()
    expect(grants.find((grant) => grant.id === here.grant?.id)?.ended_at).toBeNull()
    expect(grants.find((grant) => grant.id === there.grant?.id)?.ended_at).not.toBeNull()
  })

  test('the wrong current password is refused at its field (spec §8)', async () => {
    const { username } = await anOperatorOf()
    const { token } = await logInTestUser(server, username)
    const { status, body } = await change(token, 'Karibu#2025', NEW)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'PASSWORD_CURRENT_INVALID',
      fields: [{ path: 'currentPassword', code: 'PASSWORD_CURRENT_INVALID' }],
    })
  })

  test('every rule that a new password breaks is named', async () => {
    const { username } = await anOperatorOf()
    const { token } = await logInTestUser(server, username)
    const { status, body } = await change(token, TEST_PASSWORD, 'abc', 'abd')
    expect(status).toBe(422)
    expect(body).toMatchObject({
      fields: [
        { path: 'newPassword', code: 'PASSWORD_LENGTH' },
        { path: 'newPassword', code: 'PASSWORD_UPPER' },
        { path: 'newPassword', code: 'PASSWORD_DIGIT' },
        { path: 'newPassword', code: 'PASSWORD_SPECIAL' },
        { path: 'confirmPassword', code: 'PASSWORD_MISMATCH' },
      ],
    })
  })

  test.each([
    ['required', 'PASSWORD_CURRENT_INVALID'],
    ['len5to20', 'PASSWORD_CURRENT_LENGTH'],
  ] as const)('of the two readings of the current password, the company chooses: %s', async (rule, code) => {
    const { username } = await anOperatorOf({ passwordCurrentRule: rule })
    const { token } = await logInTestUser(server, username)
    expect((await change(token, 'abcd', NEW)).body).toMatchObject({ code })
  })

  test('the owner of the account gets a mail in the language of the account', async () => {
    const user = await anOperatorOf()
    const { token } = await logInTestUser(server, user.username)
    await change(token, TEST_PASSWORD, NEW)
    const mail = await server.services.db
      .selectFrom('mails')
      .selectAll()
      .where('to_address', '=', user.email)
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe('Nenosiri lako la Risiti limebadilishwa')
    expect(mail.text).not.toContain(NEW)
    const page = await fetch(`${server.url}/dev/mailbox`)
    expect(await page.text()).toContain(user.email)
  })
})

describe('the first password must be changed (spec §2, §4)', () => {
  test('the one-time password, known to who gave it out, is not accepted again as the new one', async () => {
    const { username } = await anOperatorOf({}, true)
    const { token } = await logInTestUser(server, username)
    const { status, body } = await change(token, TEST_PASSWORD, TEST_PASSWORD)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'PASSWORD_CURRENT_REUSED',
      fields: [{ path: 'newPassword', code: 'PASSWORD_CURRENT_REUSED' }],
    })
    expect((await server.call('session.read', {}, token)).body).toMatchObject({ mustChangePassword: true })
  })

  test('until then only session, change of password and signing out are open', async () => {
    const { username } = await anOperatorOf({}, true)
    const { token, session } = await logInTestUser(server, username)
    expect(session).toMatchObject({ mustChangePassword: true })
    expect((await server.call('session.read', {}, token)).status).toBe(200)
    const refused = await server.call('sync.pull', { nonce: 'nonce-of-8' }, token)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' })

    const { body } = await change(token, TEST_PASSWORD, NEW)
    const changed = body as { token: string }
    const open = await server.call('sync.pull', { nonce: 'nonce-of-8' }, changed.token)
    expect(open.status).toBe(200)
    expect((await server.call('session.read', {}, changed.token)).body).toMatchObject({
      mustChangePassword: false,
    })
  })
})
