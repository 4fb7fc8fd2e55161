import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Device, devicesAnswerSchema } from '#contract/devices.ts'
import { loginAnswerSchema, tokensSchema } from '#contract/session.ts'
import { grantText, type PushRequest } from '#contract/sync.ts'
import { disableUser, resetPassword } from '#server/services/auth/revoke-access.ts'
import { revokeDeliveryGrants } from '#server/storage/accounts/delivery-grants.ts'
import { generateDeviceKey } from '../../support/device-key.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator, TEST_PASSWORD } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The devices of the caller, and the status of each. */
async function devicesSeenBy(token: string): Promise<Map<string, string>> {
  const { body } = await server.call('devices.list', {}, token)
  const loginState = (device: Device) => (device.signedIn ? 'signed in' : 'logged out')
  return new Map(
    v
      .parse(devicesAnswerSchema, body)
      .devices.map((device) => [device.deviceId, device.current ? 'this one' : loginState(device)]),
  )
}

async function aDeviceWithGrant() {
  const company = await createCompany(server.services.db)
  const operator = await createOperator(server.services.db, company.id)
  const key = generateDeviceKey()
  const signedIn = await logInTestUser(server, operator.username, { devicePublicKey: key.publicKey })
  if (!signedIn.grant) throw new Error('no grant')
  const body = JSON.stringify({
    productId: randomUUID(),
    baseRev: 0,
    base: null,
    fields: { name: 'Sukari', unit: 'kg', unitPrice: 320000, taxType: 'standard', active: true },
  })
  const request: Omit<PushRequest, 'grant'> = {
    proto: 1,
    nonce: 'nonce-of-a-push',
    companyId: company.id,
    userId: operator.id,
    deviceId: signedIn.deviceId,
    epoch: randomUUID(),
    ops: [
      {
        opId: randomUUID(),
        deviceSeq: 1,
        type: 'product.save',
        v: 1,
        lane: 'product',
        dependsOn: [],
        bodyHash: createHash('sha256').update(body).digest('hex'),
        body,
      },
    ],
  }
  const grantId = signedIn.grant.id
  const push = (change: Partial<PushRequest> = {}, signature = key.signText(grantText(request, grantId))) =>
    server.call('sync.push', { ...request, grant: { id: grantId, signature }, ...change })
  return { ...signedIn, company, operator, key, request, grantId, push }
}

describe('a delivery grant lets queued work out after the session ended', () => {
  test('it lasts 90 days from the sign-in', async () => {
    const { grant } = await aDeviceWithGrant()
    expect(grant?.until).toBe('2027-02-19T10:00:00.000Z')
  })

  test('a push signed by the device is executed after signing out', async () => {
    const { push, refresh_token } = await aDeviceWithGrant()
    await server.call('auth.logout', { refresh_token })
    const { status, body } = await push()
    expect(status).toBe(200)
    expect(body).toMatchObject({ nonce: 'nonce-of-a-push', results: [{ state: 'done' }] })
  })

  test('anything that was signed and then changed is refused, and so is a foreign signature', async () => {
    const { push, request, grantId } = await aDeviceWithGrant()
    const other = await aDeviceWithGrant()
    const refusals = await Promise.all([
      push({ nonce: 'another-nonce' }),
      push({ epoch: randomUUID() }),
      push({ ops: request.ops.map((op) => ({ ...op, deviceSeq: 2 })) }),
      push({
        ops: request.ops.map((op) => ({
          ...op,
          writtenBy: { userId: request.userId, deviceId: other.deviceId },
        })),
      }),
      push({ userId: other.operator.id }),
      push({ companyId: other.company.id }),
      push({ deviceId: other.deviceId }),
      push({}, other.key.signText(grantText(request, grantId))),
      push({}, 'AAAA'),
      push({ grant: { id: randomUUID(), signature: 'AAAA' } }),
      push({
        grant: { id: other.grantId, signature: other.key.signText(grantText(request, other.grantId)) },
      }),
    ])
    for (const { status, body } of refusals) {
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'GRANT_REFUSED' })
    }
  })

  test('it opens nothing but the push', async () => {
    const { grantId, key, request } = await aDeviceWithGrant()
    const grant = { id: grantId, signature: key.signText(grantText(request, grantId)) }
    const response = await fetch(`${server.url}/v1/accounting/fiscal/resume`, {
      method: 'POST',
      body: JSON.stringify({ ...request, grant }),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'TOKEN_MISSING' })
  })

  test('it ends after 90 days', async () => {
    const { push } = await aDeviceWithGrant()
    server.clock.advance(90 * 86_400_000)
    expect((await push()).body).toMatchObject({ code: 'GRANT_REFUSED' })
  })

  test('it ends when it is revoked, and an older one when the device signs in again', async () => {
    const first = await aDeviceWithGrant()
    await revokeDeliveryGrants(server.services.db, first.operator.id, '2026-11-21T10:00:00.000Z', 'all')
    expect((await first.push()).body).toMatchObject({ code: 'GRANT_REFUSED' })
    const second = await aDeviceWithGrant()
    await logInTestUser(server, second.operator.username, {
      deviceId: second.deviceId,
      devicePublicKey: generateDeviceKey().publicKey,
    })
    expect((await second.push()).body).toMatchObject({ code: 'GRANT_REFUSED' })
  })

  test('a disabled user and a disabled company push nothing', async () => {
    const { db } = server.services
    const first = await aDeviceWithGrant()
    await db.updateTable('users').set({ status: 'inactive' }).where('id', '=', first.operator.id).execute()
    expect((await first.push()).body).toMatchObject({ status: 403, code: 'USER_DISABLED' })
    const second = await aDeviceWithGrant()
    await db.updateTable('companies').set({ active: false }).where('id', '=', second.company.id).execute()
    expect((await second.push()).body).toMatchObject({ status: 403, code: 'COMPANY_DISABLED' })
  })

  test('a stolen phone: the password changed on another one ends its session and its grant; the other continues', async () => {
    const stolen = await aDeviceWithGrant()
    const key = generateDeviceKey()
    const safe = await logInTestUser(server, stolen.operator.username, { devicePublicKey: key.publicKey })
    const form = { currentPassword: TEST_PASSWORD, newPassword: 'Mpya#2026', confirmPassword: 'Mpya#2026' }
    expect((await server.call('auth.change-password', form, safe.token)).status).toBe(200)
    expect((await stolen.push()).body).toMatchObject({ status: 403, code: 'GRANT_REFUSED' })
    const refreshed = await server.call('auth.refresh', { refresh_token: stolen.refresh_token })
    expect(refreshed.body).toMatchObject({ code: 'REFRESH_REFUSED' })
    await expect.poll(async () => (await server.call('session.read', {}, stolen.token)).status).toBe(401)
    const { id: grantId } = safe.grant ?? { id: '' }
    const request = { ...stolen.request, deviceId: safe.deviceId }
    const grant = { id: grantId, signature: key.signText(grantText(request, grantId)) }
    expect((await server.call('sync.push', { ...request, grant })).status).toBe(200)
  })

  test('a stolen phone that is ended from another one can do nothing more, and the other continues (H7)', async () => {
    const stolen = await aDeviceWithGrant()
    const safe = await logInTestUser(server, stolen.operator.username)
    const list = () => devicesSeenBy(safe.token)
    expect(await list()).toEqual(
      new Map([
        [safe.deviceId, 'this one'],
        [stolen.deviceId, 'signed in'],
      ]),
    )
    await server.call('devices.end', { deviceId: stolen.deviceId }, safe.token)
    expect((await stolen.push()).body).toMatchObject({ status: 403, code: 'GRANT_REFUSED' })
    const refreshed = await server.call('auth.refresh', { refresh_token: stolen.refresh_token })
    expect(refreshed.body).toMatchObject({ code: 'REFRESH_REFUSED' })
    await expect.poll(async () => (await server.call('session.read', {}, stolen.token)).status).toBe(401)
    expect(await list()).toEqual(new Map([[safe.deviceId, 'this one']]))
    expect((await server.call('auth.refresh', { refresh_token: safe.refresh_token })).status).toBe(200)
  })

  test('a logged-out phone is listed while it may deliver; another person cannot end it', async () => {
    const kept = await aDeviceWithGrant()
    await server.call('auth.logout', { refresh_token: kept.refresh_token })
    const again = await logInTestUser(server, kept.operator.username)
    expect((await devicesSeenBy(again.token)).get(kept.deviceId)).toBe('logged out')
    const other = await aDeviceWithGrant()
    expect((await server.call('devices.end', { deviceId: kept.deviceId }, other.token)).status).toBe(200)
    expect((await kept.push()).body).toMatchObject({ results: [{ state: 'done' }] })
  })

  test('a stolen token that is used late ends the grant of that phone at the push itself', async () => {
    const { push, refresh_token } = await aDeviceWithGrant()
    expect((await server.call('auth.refresh', { refresh_token })).status).toBe(200)
    server.clock.advance(31_000)
    expect((await server.call('auth.refresh', { refresh_token })).status).toBe(401)
    expect((await push()).body).toMatchObject({ code: 'GRANT_REFUSED' })
  })

  test('a user who was disabled and enabled again delivers only after a new login, and then the same operation once', async () => {
    const { db } = server.services
    const first = await aDeviceWithGrant()
    const status = (value: 'active' | 'inactive' | 'blocked') =>
      db.updateTable('users').set({ status: value }).where('id', '=', first.operator.id).execute()
    for (const state of ['inactive', 'blocked'] as const) {
      await status(state)
      expect((await first.push()).body).toMatchObject({ status: 403, code: 'USER_DISABLED' })
    }
    await status('active')
    expect((await first.push()).body).toMatchObject({ status: 403, code: 'GRANT_REFUSED' })
    const { deviceId, operator, request } = first
    const { token } = await logInTestUser(server, operator.username, { deviceId })
    for (const answer of [
      await server.call('sync.push', request, token),
      await server.call('sync.push', request, token),
    ]) {
      expect(answer.body).toMatchObject({ results: [{ state: 'done' }] })
    }
    const made = await db
      .selectFrom('products')
      .select('id')
      .where('company_id', '=', first.company.id)
      .execute()
    expect(made).toHaveLength(1)
  })

  test('disabling a user by its verb ends sessions and deliveries; what waits stays on the phone (design D3)', async () => {
    const { push, operator, token, refresh_token } = await aDeviceWithGrant()
    await disableUser(server.services, operator.username)
    expect((await push()).body).toMatchObject({ status: 403, code: 'USER_DISABLED' })
    await expect
      .poll(async () => (await server.call('session.read', {}, token)).body)
      .toMatchObject({ code: expect.stringMatching(/^(USER_DISABLED|TOKEN_INVALID)$/) as string })
    expect((await server.call('auth.refresh', { refresh_token })).status).not.toBe(200)
    await expect(disableUser(server.services, 'hakuna-huyu')).rejects.toThrow(/no user/)
  })

  test('a reset password ends sessions and deliveries too; the one-time password opens, and then what waited goes out once', async () => {
    const { push, operator, request, deviceId, refresh_token } = await aDeviceWithGrant()
    const password = await resetPassword(server.services, operator.username)
    expect((await push()).body).toMatchObject({ status: 403, code: 'GRANT_REFUSED' })
    expect((await server.call('auth.refresh', { refresh_token })).body).toMatchObject({
      code: 'REFRESH_REFUSED',
    })
    const old = { username: operator.username, password: TEST_PASSWORD, deviceId }
    expect((await server.call('auth.login', old)).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const { body } = await server.call('auth.login', { ...old, password })
    const answer = v.parse(loginAnswerSchema, body)
    expect(answer.session.mustChangePassword).toBe(true)
    const form = { currentPassword: password, newPassword: 'Mpya#2026', confirmPassword: 'Mpya#2026' }
    const changed = await server.call('auth.change-password', form, answer.token)
    const { token } = v.parse(tokensSchema, changed.body)
    expect((await server.call('sync.push', request, token)).body).toMatchObject({
      results: [{ state: 'done' }],
    })
  })

  test('work kept at the log-out is sent only with its writer’s grant, also while another user works there', async () => {
    const { services } = server
    const kept = await aDeviceWithGrant()
    await server.call('auth.logout', { refresh_token: kept.refresh_token })
    const other = await createOperator(services.db, kept.company.id)
    const key = generateDeviceKey()
    const { deviceId, grantId, request } = kept
    const theirs = await logInTestUser(server, other.username, { deviceId, devicePublicKey: key.publicKey })
    const byTheirBearer = await server.call('sync.push', request, theirs.token)
    expect(byTheirBearer.status).toBe(403)
    const foreign = {
      id: theirs.grant?.id ?? '',
      signature: key.signText(grantText(request, theirs.grant?.id ?? '')),
    }
    expect((await kept.push({ grant: foreign })).body).toMatchObject({ code: 'GRANT_REFUSED' })
    const byTheirKey = key.signText(grantText(request, grantId))
    expect((await kept.push({}, byTheirKey)).body).toMatchObject({ code: 'GRANT_REFUSED' })
    expect((await kept.push()).body).toMatchObject({ results: [{ state: 'done' }] })
    const ledger = await services.db
      .selectFrom('operations')
      .select('user_id')
      .where('company_id', '=', kept.company.id)
      .execute()
    expect(ledger).toEqual([{ user_id: kept.operator.id }])
  })

  test('a public key that is not on the curve is refused at the sign-in', async () => {
    const company = await createCompany(server.services.db)
    const operator = await createOperator(server.services.db, company.id)
    const { status, body } = await server.call('auth.login', {
      username: operator.username,
      password: 'Karibu#2026',
      deviceId: randomUUID(),
      devicePublicKey: { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'BBBB' },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ fields: [{ path: 'devicePublicKey' }] })
  })
})
