import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endLostSecondFactor } from '#server/services/auth/revoke-access.ts'
import { appCode } from '../../support/authenticator-app.ts'
import {
  logInTestUser,
  startTestServer,
  type TestClock,
  type TestServer,
  testClock,
} from '../../support/start-test-server.ts'
import { createCompany, createOperator, createUser, TEST_PASSWORD } from '../../support/tenants.ts'

let server: TestServer
let clock: TestClock

beforeAll(async () => {
  clock = testClock()
  server = await startTestServer({ clock })
})
afterAll(async () => await server.stop())

const STEP_MS = 30_000

async function owner(companyId?: string) {
  const company_id = companyId ?? (await createCompany(server.services.db)).id
  const user = await createUser(server.services.db, { user_type: 'company_owner', company_id })
  const { token } = await logInTestUser(server, user.username)
  const logIn = async (code?: string, password = TEST_PASSWORD) =>
    await server.call('auth.login', {
      ...{ username: user.username, password, deviceId: randomUUID() },
      ...(code === undefined ? {} : { code }),
    })
  return { ...user, token, logIn }
}

/** Switches it on and moves to the next time step. */
async function switchOn(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await server.call('second-factor.begin', { currentPassword: TEST_PASSWORD }, token)
  const { secret } = begun.body as { secret: string; uri: string }
  const code = appCode(secret, clock.now())
  const { status, body } = await server.call('second-factor.confirm', { code }, token)
  expect(status, JSON.stringify(body)).toBe(200)
  clock.advance(STEP_MS)
  return { secret, ...(body as { recoveryCodes: string[] }) }
}

async function actsOf(userId: string): Promise<string[]> {
  const rows = await server.services.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', `user:${userId}`)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

const [ON, OFF] = ['umewashwa', 'umezimwa'].map(
  (done) => `Uthibitisho wa pili wa akaunti yako ya Risiti ${done}`,
)

/** Subjects of the mails about the second factor that a person got. */
async function reportsTo(email: string): Promise<string[]> {
  const { db } = server.services
  const mails = await db.selectFrom('mails').select('subject').where('to_address', '=', email).execute()
  return mails.map(({ subject }) => subject).filter((subject) => subject === ON || subject === OFF)
}

describe('the optional second factor of owners and admins (RFC 6238)', () => {
  test('it is on after a code of the app, and a login then needs password and code', async () => {
    const { token, logIn, id } = await owner()
    expect((await logIn()).status).toBe(200)
    const { secret, recoveryCodes } = await switchOn(token)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await logIn()).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } })
    expect(await logIn('000000', 'Sivyo#2026')).toMatchObject({ body: { code: 'INVALID_CREDENTIALS' } })
    const code = appCode(secret, clock.now())
    expect((await logIn(` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
    expect((await server.call('second-factor.read', {}, token)).body).toMatchObject({
      on: true,
      recoveryCodesLeft: 10,
    })
    expect(await actsOf(id)).toContain('second-factor.on')
  })

  test('a confirmation whose answer was lost gives recovery codes that work, for two minutes', async () => {
    const { token, logIn, id, email } = await owner()
    const begun = await server.call('second-factor.begin', { currentPassword: TEST_PASSWORD }, token)
    const { secret } = begun.body as { secret: string }
    const code = appCode(secret, clock.now())
    const confirm = async () => await server.call('second-factor.confirm', { code }, token)
    const lost = (await confirm()).body as { recoveryCodes: string[] }
    const again = (await confirm()).body as { recoveryCodes: string[] }
    expect(await logIn(lost.recoveryCodes[0])).toMatchObject({ status: 401 })
    expect((await logIn(again.recoveryCodes[0])).status).toBe(200)
    expect(await actsOf(id)).toEqual(['second-factor.on'])
    clock.advance(5 * STEP_MS)
    expect((await confirm()).status).toBe(403)
    expect(await reportsTo(email)).toEqual([ON])
  })

  test('a code counts once in its time step, and none older than half a minute', async () => {
    const { token, logIn } = await owner()
    const { secret } = await switchOn(token)
    const code = appCode(secret, clock.now())
    expect((await logIn(code)).status).toBe(200)
    expect(await logIn(code)).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_INVALID' } })
    clock.advance(STEP_MS)
    const late = appCode(secret, clock.now())
    clock.advance(2 * STEP_MS)
    expect(await logIn(late)).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_INVALID' } })
  })

  test('a recovery code opens the account once, however it is typed; only hashes are stored', async () => {
    const { token, logIn, id } = await owner()
    const { secret, recoveryCodes } = await switchOn(token)
    const [first = ''] = recoveryCodes
    expect((await logIn(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await logIn(first)).toMatchObject({ body: { code: 'SECOND_FACTOR_INVALID' } })
    expect((await server.call('second-factor.read', {}, token)).body).toMatchObject({ recoveryCodesLeft: 9 })
    const { db } = server.services
    const stored = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().where('user_id', '=', id).execute(),
      await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute(),
    ])
    for (const kept of [secret, ...recoveryCodes]) expect(stored).not.toContain(kept)
  })

  test('guessing ends after five codes, and guesses without the password take none of them', async () => {
    const { token, logIn } = await owner()
    const { secret } = await switchOn(token)
    for (let guess = 0; guess < 6; guess += 1) await logIn('000000', 'Sivyo#2026')
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await logIn('no code')).toMatchObject({ body: { code: 'SECOND_FACTOR_INVALID' } })
    }
    const right = appCode(secret, clock.now())
    expect(await logIn(right)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  })

  test('it goes off with password and code, and the password alone counts again', async () => {
    const { token, logIn, id, email } = await owner()
    const { secret } = await switchOn(token)
    const end = async (currentPassword: string, code: string) =>
      await server.call('second-factor.end', { currentPassword, code }, token)
    expect(await end('Sivyo#2026', appCode(secret, clock.now()))).toMatchObject({
      body: { code: 'PASSWORD_CURRENT_INVALID' },
    })
    expect(await end(TEST_PASSWORD, 'no code')).toMatchObject({ body: { code: 'SECOND_FACTOR_INVALID' } })
    expect(await reportsTo(email)).toEqual([ON])
    expect((await end(TEST_PASSWORD, appCode(secret, clock.now()))).status).toBe(200)
    expect((await end(TEST_PASSWORD, appCode(secret, clock.now()))).status).toBe(200)
    expect((await reportsTo(email)).sort()).toEqual([ON, OFF])
    expect((await logIn()).status).toBe(200)
    expect(await actsOf(id)).toEqual(expect.arrayContaining(['second-factor.on', 'second-factor.off']))
  })

  test('an admin above resets it, with an entry; others cannot, and a stolen session cannot replace it', async () => {
    const company = await createCompany(server.services.db)
    const { token, logIn, id, email } = await owner(company.id)
    await switchOn(token)
    expect(await server.call('second-factor.begin', { currentPassword: TEST_PASSWORD }, token)).toMatchObject(
      {
        body: { code: 'FORBIDDEN' },
      },
    )
    const stranger = await owner()
    const reset = async (by: string) => await server.call('users.reset-second-factor', { id }, by)
    expect(await reset(stranger.token)).toMatchObject({ status: 404 })
    expect(await reset(token)).toMatchObject({ status: 403 })
    const admin = await createUser(server.services.db, {
      ...{ user_type: 'organization_admin', organization_id: company.organization_id },
    })
    const above = await logInTestUser(server, admin.username)
    expect((await server.call('users.find', { id }, above.token)).body).toMatchObject({ secondFactor: true })
    expect((await reset(above.token)).body).toMatchObject({ secondFactor: false })
    expect((await logIn()).status).toBe(200)
    expect(await actsOf(id)).toContain('second-factor.reset')
    expect((await reportsTo(email)).sort()).toEqual([ON, OFF])
  })

  test('of a platform admin, above whom there is no other, it is switched off from the command line', async () => {
    const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
    const { token } = await logInTestUser(server, admin.username)
    await switchOn(token)
    expect(await endLostSecondFactor(server.services, admin.username)).toBe(true)
    await logInTestUser(server, admin.username)
    expect(await actsOf(admin.id)).toEqual(['second-factor.on', 'second-factor.reset'])
    expect(await endLostSecondFactor(server.services, admin.username)).toBe(false)
    expect(await reportsTo(admin.email)).toEqual([ON, OFF])
    await expect(endLostSecondFactor(server.services, 'hakuna-huyu')).rejects.toThrow(/no user/)
  })

  test('an operator has none', async () => {
    const company = await createCompany(server.services.db)
    const { username } = await createOperator(server.services.db, company.id)
    const { token } = await logInTestUser(server, username)
    expect(await server.call('second-factor.read', {}, token)).toMatchObject({ status: 403 })
  })
})
