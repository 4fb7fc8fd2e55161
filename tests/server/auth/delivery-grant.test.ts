import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantText, type PushRequest } from '#contract/sync.ts'
import { endDeliveryGrants } from '#server/storage/delivery-grants.ts'
import { generateDeviceKey } from '../../support/device-key.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { aCompany, anOperator } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function aDeviceWithGrant() {
  const company = await aCompany(server.services.db)
  const operator = await anOperator(server.services.db, company.id)
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

  test('it ends when it is ended, and an older one when the device signs in anew', async () => {
    const first = await aDeviceWithGrant()
    await endDeliveryGrants(server.services.db, first.operator.id, '2026-11-21T10:00:00.000Z', 'all')
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

  test('a key that lies on no curve is refused at the sign-in', async () => {
    const company = await aCompany(server.services.db)
    const operator = await anOperator(server.services.db, company.id)
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
