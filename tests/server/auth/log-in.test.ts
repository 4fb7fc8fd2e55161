import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginAnswerSchema } from '#contract/session.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import {
  createCompany,
  createOperator,
  createOrganization,
  createUser,
  TEST_PASSWORD,
} from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const deviceId = randomUUID()
const logIn = (username: string, password = TEST_PASSWORD) =>
  server.call('auth.login', { username, password, deviceId })

describe('signing in (spec §8, login)', () => {
  test('the right password opens a session with user, company, settings and rates', async () => {
    const company = await createCompany(server.services.db, { settings: { passwordCurrentRule: 'len5to20' } })
    const operator = await createOperator(server.services.db, company.id)
    const { status, body } = await logIn(` ${operator.username.toUpperCase()} `)
    expect(status).toBe(200)
    const answer = v.parse(loginAnswerSchema, body)
    expect(answer.session.user).toMatchObject({ id: operator.id, user_type: 'operator', isAdmin: false })
    expect(answer.session.company).toMatchObject({ id: company.id, tin: company.tin })
    expect(answer.session.settings.passwordCurrentRule).toBe('len5to20')
    expect(answer.session.settings.aiDailyMax).toBe(10)
    expect(answer.session.simulated).toBe(true)
    expect(answer.session.serverTime).toBe('2026-11-21T10:00:00.000Z')
    expect(answer.grant).toBeNull()
    const again = await server.call('session.read', {}, answer.token)
    expect(again.body).toEqual(answer.session)
  })

  test('the language a person chose is the account’s, on every phone that signs in (spec §3: user)', async () => {
    const user = await createUser(server.services.db, { language: 'sw' })
    const { token } = await logInTestUser(server, user.username)
    expect((await server.call('session.choose-language', { language: 'en' }, token)).status).toBe(200)
    expect((await server.call('session.read', {}, token)).body).toMatchObject({ user: { language: 'en' } })
    expect((await logIn(user.username)).body).toMatchObject({ session: { user: { language: 'en' } } })
    const wrong = await server.call('session.choose-language', { language: 'fr' as never }, token)
    expect(wrong.body).toMatchObject({ code: 'REQUEST_INVALID' })
  })

  test('a platform admin has no company and is marked as admin', async () => {
    const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
    const { body } = await logIn(admin.username)
    expect(body).toMatchObject({ session: { company: null, user: { isAdmin: true } } })
  })

  test('a wrong password and an unknown name get the same answer', async () => {
    const user = await createUser(server.services.db)
    const wrong = await logIn(user.username, 'Karibu#2025')
    const unknown = await logIn('nobody-of-that-name')
    const bare = (body: unknown) => ({ ...(body as object), requestId: '' })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid credentials' })
    expect(unknown.status).toBe(401)
    expect(bare(unknown.body)).toEqual(bare(wrong.body))
  })

  test.each(['inactive', 'blocked'] as const)(
    'an %s account is reported as such only after the right password',
    async (status) => {
      const user = await createUser(server.services.db, { status })
      expect((await logIn(user.username, 'wrong')).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
      const right = await logIn(user.username)
      expect(right.status).toBe(403)
      expect(right.body).toMatchObject({ code: 'USER_DISABLED' })
    },
  )

  test('no user of a disabled company or organization can sign in', async () => {
    const company = await createCompany(server.services.db, { active: false })
    const operator = await createOperator(server.services.db, company.id)
    expect((await logIn(operator.username)).body).toMatchObject({ status: 403, code: 'COMPANY_DISABLED' })
    const organization = await createOrganization(server.services.db, { active: false })
    const admin = await createUser(server.services.db, {
      user_type: 'organization_admin',
      organization_id: organization.id,
    })
    expect((await logIn(admin.username)).body).toMatchObject({ status: 403, code: 'COMPANY_DISABLED' })
  })

  test('empty fields are named with their codes (spec §5, login)', async () => {
    const { status, body } = await server.call('auth.login', { username: '  ', password: '', deviceId })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'REQUEST_INVALID',
      fields: [
        { path: 'username', code: 'LOGIN_USERNAME_REQUIRED' },
        { path: 'password', code: 'LOGIN_PASSWORD_REQUIRED' },
      ],
    })
  })

  test('a name that no database can hold is refused, not a fault', async () => {
    const { status } = await logIn('asha\u0000')
    expect(status).toBe(422)
  })
})

describe('limits against guessing', () => {
  test('the eleventh wrong password in five minutes has to wait; another name does not', async () => {
    const user = await createUser(server.services.db)
    const other = await createUser(server.services.db)
    const answers = []
    for (let attempt = 0; attempt < 11; attempt += 1) answers.push(await logIn(user.username, 'wrong'))
    expect(answers.slice(0, 10).every((answer) => answer.status === 401)).toBe(true)
    expect(answers[10]?.status).toBe(429)
    expect(answers[10]?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await logIn(user.username)).status).toBe(429)
    expect((await logIn(other.username)).status).toBe(200)
  })

  test('a user with the right password never has to wait, however often they sign in', async () => {
    const user = await createUser(server.services.db)
    for (let attempt = 0; attempt < 12; attempt += 1) await logInTestUser(server, user.username)
  })
})
