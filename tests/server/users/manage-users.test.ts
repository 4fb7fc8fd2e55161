import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointAnswer, EndpointInput } from '#contract/endpoints.ts'
import { checkNewPassword } from '#domain/users/password-rule.ts'
import type { UserRow } from '#server/storage/accounts/users.ts'
import { generateDeviceKey } from '../../support/device-key.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator, createUser, type TestCompany } from '../../support/tenants.ts'

let server: TestServer
let company: TestCompany
let owner: UserRow
let token: string

beforeAll(async () => {
  server = await startTestServer()
  company = await createCompany(server.services.db)
  owner = await createUser(server.services.db, { user_type: 'company_owner', company_id: company.id })
  ;({ token } = await logInTestUser(server, owner.username))
})
afterAll(() => server.stop())

type NewUser = EndpointInput<'users.create'>

function form(change: Partial<NewUser> = {}): NewUser {
  const name = `zawadi-${randomUUID()}`
  return {
    ...{ firstName: 'Zawadi', lastName: 'Mfano', username: name, email: `${name}@example.test` },
    ...{ mobile: '754000009', userType: 'operator' },
    ...{ organizationId: company.organization_id, companyId: company.id },
    ...change,
  }
}

async function created(change: Partial<NewUser> = {}) {
  const { status, body } = await server.call('users.create', form(change), token)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as EndpointAnswer<'users.create'>
}

async function audited(userId: string): Promise<unknown[]> {
  return await server.services.db
    .selectFrom('audit')
    .select(['action', 'user_id', 'company_id'])
    .where('subject', '=', `user:${userId}`)
    .orderBy('id')
    .execute()
}

async function lastMailTo(address: string): Promise<{ subject: string; text: string } | undefined> {
  return await server.services.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('to_address', '=', address)
    .orderBy('sent_at', 'desc')
    .executeTakeFirst()
}

function fieldsOf(body: unknown): unknown {
  return (body as { fields?: { path: string; code: string }[] }).fields?.map(
    ({ path, code }) => `${path} ${code}`,
  )
}

describe('a new operator (spec §5, New user; spec §4, forced password change)', () => {
  test('is made once when the request is repeated after a lost answer, with a first password that works', async () => {
    const lost = form({ id: randomUUID() })
    const first = await created(lost)
    const again = await created(lost)
    expect(again.user).toEqual(first.user)
    expect((await audited(first.user.id)).length).toBe(1)
    const other = await created({ ...lost, username: `${lost.username}-2`, email: `2-${lost.email}` })
    expect(other.user.id).not.toBe(first.user.id)
    const logIn = async (password: string) =>
      await server.call('auth.login', { username: lost.username, password, deviceId: randomUUID() })
    expect((await logIn(first.password)).status).toBe(401)
    const login = await logIn(again.password)
    const { token: own } = login.body as { token: string }
    const next = 'Mzunguko#2027'
    const change = { currentPassword: again.password, newPassword: next, confirmPassword: next }
    expect((await server.call('auth.change-password', change, own)).status).toBe(200)
    const used = await server.call('users.create', lost, token)
    expect(fieldsOf(used.body)).toContain('username USER_USERNAME_TAKEN')
  })

  test('has the names and the role of the form that was changed after its answer was lost', async () => {
    const lost = form({ id: randomUUID() })
    const first = await created(lost)
    const corrected = await created({ ...lost, firstName: 'Zainabu', mobile: '754000010' })
    const changed = { ...first.user, firstName: 'Zainabu', mobile: '754000010' }
    expect(corrected.user).toEqual(changed)
    expect((await server.call('users.find', { id: first.user.id }, token)).body).toEqual(changed)
    const acts = (await audited(first.user.id)) as { action: string }[]
    expect(acts.map(({ action }) => action)).toEqual(['user.create', 'user.change'])
    // Another role is another account, whose user name must be free.
    const platform = await createUser(server.services.db, { user_type: 'platform_admin' })
    const { token: admin } = await logInTestUser(server, platform.username)
    const input = { ...lost, userType: 'company_owner' as const }
    const promoted = await server.call('users.create', input, admin)
    expect(fieldsOf(promoted.body)).toContain('username USER_USERNAME_TAKEN')
    expect((await server.call('users.find', { id: first.user.id }, token)).body).toEqual(changed)
  })

  test('has a first password, shown once and mailed, that must be changed at the first login', async () => {
    const { user, password, mailed } = await created({ firstName: '  Zawadi ', mobile: '754 000 009' })
    expect(user).toMatchObject({
      ...{ firstName: 'Zawadi', mobile: '754000009', userType: 'operator', status: 'active' },
      ...{ company: { id: company.id }, organization: { id: company.organization_id } },
      ...{ entranceAt: new Date(server.clock.now()).toISOString(), mustChangePassword: true },
    })
    expect(checkNewPassword(password)).toEqual([])
    expect(mailed).toBe(true)
    const mail = await lastMailTo(user.email)
    expect(mail?.subject).toBe('Nenosiri lako la Risiti')
    expect(mail?.text).toContain(password)
    expect(mail?.text).toContain(user.username)
    const login = await server.call('auth.login', {
      ...{ username: user.username.toUpperCase(), password, deviceId: randomUUID() },
    })
    expect(login).toMatchObject({ status: 200, body: { session: { mustChangePassword: true } } })
    const { token: first } = login.body as { token: string }
    expect(await server.call('devices.list', {}, first)).toMatchObject({
      ...{ status: 403, body: { code: 'PASSWORD_CHANGE_REQUIRED' } },
    })
    expect(await audited(user.id)).toEqual([
      { action: 'user.create', user_id: owner.id, company_id: company.id },
    ])
    expect(JSON.stringify(server.events)).not.toContain(password)
  })

  test('without what is required is refused at every field', async () => {
    const empty = { firstName: '', lastName: '', username: '', email: '', mobile: '' }
    const answer = await server.call('users.create', form({ ...empty, userType: '', companyId: null }), token)
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer.body)).toEqual([
      'userType USER_TYPE_REQUIRED',
      'companyId USER_COMPANY_REQUIRED',
      'username USER_USERNAME_LENGTH',
      'firstName USER_FIRST_NAME_LENGTH',
      'lastName USER_LAST_NAME_LENGTH',
      'email USER_EMAIL_INVALID',
      'mobile USER_MOBILE_INVALID',
    ])
  })

  test('under an e-mail address or user name that is taken is refused (spec §8)', async () => {
    const { user } = await created()
    const twice = { username: user.username.toUpperCase(), email: user.email.toUpperCase() }
    const answer = await server.call('users.create', form(twice), token)
    expect(answer.status).toBe(409)
    expect(fieldsOf(answer.body)).toEqual(['username USER_USERNAME_TAKEN', 'email OPERATOR_EMAIL_REGISTERED'])
  })

  test('two at once under one e-mail address: one is refused with our own code', async () => {
    const email = `pacha-${randomUUID()}@example.test`
    const answers = await Promise.all([1, 2].map(() => server.call('users.create', form({ email }), token)))
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  })

  test('may be of no kind that its creator does not manage', async () => {
    for (const userType of ['company_owner', 'organization_admin', 'platform_admin'] as const) {
      const answer = await server.call('users.create', form({ userType }), token)
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    }
  })
})

describe('admins create the kinds of account below theirs (spec §6)', () => {
  test('an organization admin makes an owner, a platform admin an organization admin without a company', async () => {
    const { db } = server.services
    const admin = await createUser(db, { user_type: 'platform_admin' })
    const organizationId = company.organization_id
    const byAdmin = await logInTestUser(server, admin.username)
    const input = form({ userType: 'organization_admin', companyId: null })
    const made = await server.call('users.create', input, byAdmin.token)
    expect(made).toMatchObject({
      ...{ status: 200, body: { user: { company: null, organization: { id: organizationId } } } },
    })
    const manager = await createUser(db, {
      ...{ user_type: 'organization_admin', organization_id: organizationId },
    })
    const byManager = await logInTestUser(server, manager.username)
    const owned = await server.call('users.create', form({ userType: 'company_owner' }), byManager.token)
    expect(owned).toMatchObject({ status: 200, body: { user: { userType: 'company_owner' } } })
    const nowhere = { userType: 'organization_admin' as const, companyId: null, organizationId: randomUUID() }
    const refused = await server.call('users.create', form(nowhere), byAdmin.token)
    expect(fieldsOf(refused.body)).toEqual(['organizationId USER_ORGANIZATION_REQUIRED'])
  })
})

describe('changing an operator', () => {
  test('keeps what was written, and says in the audit trail which fields changed', async () => {
    const { user } = await created()
    const { id, lastName, email } = user
    const input = { id, firstName: 'Neema', lastName, email, mobile: '754000010' }
    const answer = await server.call('users.change', input, token)
    expect(answer).toMatchObject({ status: 200, body: { firstName: 'Neema', mobile: '754000010', email } })
    expect((await server.call('users.find', { id }, token)).body).toEqual(answer.body)
    const entry = await server.services.db
      .selectFrom('audit')
      .select('detail')
      .where('subject', '=', `user:${id}`)
      .where('action', '=', 'user.change')
      .executeTakeFirstOrThrow()
    expect(entry.detail).toEqual({ fields: ['firstName', 'mobile'] })
  })

  test('leaves alone what the person changed while the form was open', async () => {
    const person = await createOperator(server.services.db, company.id)
    const { id, first_name: firstName, last_name: lastName, email } = person
    const base = { firstName, lastName, email, mobile: person.mobile }
    const own = await logInTestUser(server, person.username)
    await server.call('profile.change-phone', { phone: '754000015' }, own.token)
    const input = { id, ...base, firstName: 'Rehema', base }
    expect(await server.call('users.change', input, token)).toMatchObject({
      ...{ status: 200, body: { firstName: 'Rehema', mobile: '754000015' } },
    })
    const both = { id, ...base, mobile: '754000016', base }
    expect(await server.call('users.change', both, token)).toMatchObject({
      ...{ status: 200, body: { firstName: 'Rehema', mobile: '754000016' } },
    })
  })

  test('works also with the short e-mail address that the person chose in the profile', async () => {
    const email = 'a@mfano.tz'
    const { id, first_name, last_name } = await createOperator(server.services.db, company.id, { email })
    const fields = { id, firstName: first_name, lastName: last_name, mobile: '754000014' }
    const answer = await server.call('users.change', { ...fields, email }, token)
    expect(answer).toMatchObject({ status: 200, body: { mobile: '754000014', email } })
    const another = await server.call('users.change', { ...fields, email: 'b@mfano.tz' }, token)
    expect(fieldsOf(another.body)).toEqual(['email USER_EMAIL_INVALID'])
  })

  test('to another e-mail address is reported to the one before; nothing else is', async () => {
    const { user } = await created()
    const { id, firstName, lastName, email } = user
    const first = await lastMailTo(email)
    const person = { id, firstName, lastName, email, mobile: '754000011' }
    expect((await server.call('users.change', person, token)).status).toBe(200)
    expect(await lastMailTo(email)).toEqual(first)
    const other = { ...person, email: `mpya-${email}` }
    server.clock.advance(1000)
    expect((await server.call('users.change', other, token)).status).toBe(200)
    expect((await lastMailTo(email))?.subject).toContain('imebadilishwa')
    expect(await lastMailTo(other.email)).toBeUndefined()
  })

  test('to the e-mail address of another account is refused at its field', async () => {
    const [one, two] = [await created(), await created()]
    const { id, firstName, lastName, mobile } = one.user
    const input = { id, firstName, lastName, mobile, email: two.user.email }
    const answer = await server.call('users.change', input, token)
    expect(fieldsOf(answer.body)).toEqual(['email OPERATOR_EMAIL_REGISTERED'])
  })

  test('an owner cannot change the own account, or another owner of the company', async () => {
    const other = await createUser(server.services.db, {
      ...{ user_type: 'company_owner', company_id: company.id },
    })
    for (const { id } of [owner, other]) {
      const answer = await server.call('users.change-status', { id, status: 'inactive' }, token)
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    }
  })
})

describe('disabling (spec §4: a disabled operator can no longer do anything)', () => {
  test('ends every session and delivery grant within seconds; enabled again, a new login opens', async () => {
    const operator = await createOperator(server.services.db, company.id)
    const key = generateDeviceKey().publicKey
    const phones = [
      await logInTestUser(server, operator.username, { devicePublicKey: key }),
      await logInTestUser(server, operator.username, { devicePublicKey: key }),
    ]
    const { id } = operator
    const disabled = await server.call('users.change-status', { id, status: 'inactive' }, token)
    expect(disabled).toMatchObject({ status: 200, body: { status: 'inactive' } })
    for (const phone of phones) {
      const read = async () => (await server.call('session.read', {}, phone.token)).body
      await expect.poll(read, { timeout: 1_500 }).toMatchObject({ code: 'USER_DISABLED' })
    }
    const open = await server.services.db
      .selectFrom('delivery_grants')
      .select('id')
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    const enabled = await server.call('users.change-status', { id, status: 'active' }, token)
    expect(enabled).toMatchObject({ status: 200, body: { status: 'active' } })
    for (const { refresh_token } of phones) {
      expect((await server.call('auth.refresh', { refresh_token })).status).toBe(401)
    }
    const again = await logInTestUser(server, operator.username)
    expect((await server.call('session.read', {}, again.token)).status).toBe(200)
    expect((await audited(id)).map((entry) => (entry as { action: string }).action)).toEqual([
      ...['user.disable', 'user.enable'],
    ])
  })

  test('to block, and to lift a block, is not for owners', async () => {
    const blocked = await createOperator(server.services.db, company.id, { status: 'blocked' })
    const active = await createOperator(server.services.db, company.id)
    const wishes = [
      { id: active.id, status: 'blocked' },
      { id: blocked.id, status: 'active' },
    ] as const
    for (const wish of wishes) {
      expect((await server.call('users.change-status', wish, token)).status).toBe(403)
    }
  })
})

describe('a password that the owner resets', () => {
  test('opens once, must be changed, and ends what the old one opened', async () => {
    const operator = await createOperator(server.services.db, company.id)
    const before = await logInTestUser(server, operator.username)
    const { status, body } = await server.call('users.reset-password', { id: operator.id }, token)
    expect(status).toBe(200)
    const { password, mailed } = body as EndpointAnswer<'users.reset-password'>
    expect(mailed).toBe(true)
    expect((await lastMailTo(operator.email))?.text).toContain(password)
    await expect
      .poll(async () => (await server.call('session.read', {}, before.token)).status, { timeout: 1_500 })
      .toBe(401)
    const login = { username: operator.username, deviceId: before.deviceId }
    expect((await server.call('auth.login', { ...login, password: 'Karibu#2026' })).status).toBe(401)
    expect(await server.call('auth.login', { ...login, password })).toMatchObject({
      ...{ status: 200, body: { session: { mustChangePassword: true } } },
    })
  })

  test('is shown and valid also when no mail can be sent', async () => {
    const { password, mailed, user } = await created({ email: `hakuna-${randomUUID()}@posta.invalid` })
    expect(mailed).toBe(false)
    const login = { username: user.username, password, deviceId: randomUUID() }
    expect((await server.call('auth.login', login)).status).toBe(200)
  })
})
