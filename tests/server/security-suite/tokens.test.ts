import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantText, type PushRequest } from '#contract/sync.ts'
import { deriveKeys } from '#server/security/server-key.ts'
import { generateDeviceKey } from '#tests/support/device-key.ts'
import { logInTestUser, startTestServer, type TestServer } from '#tests/support/start-test-server.ts'
import { createCompany, createOperator } from '#tests/support/tenants.ts'
import { Phone } from '../../support/test-backend.ts'

const SERVER_KEY = randomBytes(32)
const keys = deriveKeys(SERVER_KEY)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { RISITI_KEY: SERVER_KEY.toString('base64') } })
})
afterAll(() => server.stop())

async function aSession() {
  const company = await createCompany(server.services.db)
  const operator = await createOperator(server.services.db, company.id)
  const key = generateDeviceKey()
  const session = await logInTestUser(server, operator.username, { devicePublicKey: key.publicKey })
  const [header = '', payload = '', signature = ''] = session.token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  return { ...session, company, operator, key, header, payload, signature, claims }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ask = async (token: string) => await server.call('session.read', {}, token)

/** Signed by hand, since a library would refuse to make some of these. */
function handMade(header: object, claims: object, key: Uint8Array = keys.tokens): string {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

describe('a token that this server did not give out for its calls', () => {
  type Session = Awaited<ReturnType<typeof aSession>>
  const HS256 = { alg: 'HS256', typ: 'JWT' }
  const forgeries: readonly (readonly [string, (real: Session) => string | Promise<string>])[] = [
    ['alg none, without a signature', (real) => `${part({ alg: 'none' })}.${real.payload}.`],
    [
      'alg none, with the real signature',
      (real) => `${part({ alg: 'none' })}.${real.payload}.${real.signature}`,
    ],
    ['alg nOnE', (real) => handMade({ alg: 'nOnE' }, real.claims)],
    ['no alg', (real) => handMade({ typ: 'JWT' }, real.claims)],
    [
      'another algorithm of the same key',
      (real) => new SignJWT(real.claims).setProtectedHeader({ alg: 'HS512' }).sign(randomBytes(64)),
    ],
    [
      'an RSA signature',
      (real) =>
        new SignJWT(real.claims)
          .setProtectedHeader({ alg: 'RS256' })
          .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    ],
    ['another key', (real) => handMade(HS256, real.claims, randomBytes(32))],
    ['the key of the seals', (real) => handMade(HS256, real.claims, keys.encryption)],
    ['the operator key itself', (real) => handMade(HS256, real.claims, SERVER_KEY)],
    ['no key', (real) => handMade(HS256, real.claims, new Uint8Array(0))],
    [
      'a key of its own in the header',
      (real) =>
        handMade({ ...HS256, jwk: { kty: 'oct', k: 'AAAA' } }, real.claims, Buffer.from('AAAA', 'base64url')),
    ],
    ['a header that has to be understood', (real) => handMade({ ...HS256, crit: ['x'], x: 1 }, real.claims)],
    ['another audience', (real) => handMade(HS256, { ...real.claims, aud: 'risiti-slip' })],
    ['no audience', (real) => handMade(HS256, { ...real.claims, aud: undefined })],
    ['another issuer', (real) => handMade(HS256, { ...real.claims, iss: 'someone' })],
    ['no end', (real) => handMade(HS256, { ...real.claims, exp: undefined })],
    ['an end that is no figure', (real) => handMade(HS256, { ...real.claims, exp: 'never' })],
    ['a beginning in the future', (real) => handMade(HS256, { ...real.claims, nbf: 4_000_000_000 })],
    ['another user', (real) => handMade(HS256, { ...real.claims, sub: randomUUID() })],
    ['another company', (real) => handMade(HS256, { ...real.claims, company: randomUUID() })],
    ['another session', (real) => handMade(HS256, { ...real.claims, session: randomUUID() })],
    ['a session that is no id', (real) => handMade(HS256, { ...real.claims, session: "' or 1=1" })],
    [
      'a changed payload',
      (real) => `${real.header}.${part({ ...real.claims, type: 'platform_admin' })}.${real.signature}`,
    ],
    ['a cut signature', (real) => real.token.slice(0, -2)],
    ['more behind it', (real) => `${real.token}.e30`],
    ['the refresh token in its place', (real) => real.refresh_token],
  ]

  test.each(forgeries)('%s is refused', async (_, forge) => {
    const real = await aSession()
    expect((await ask(real.token)).status).toBe(200)
    const { status, body } = await ask(await forge(real))
    expect({ status, body }).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } })
  })

  test('rights come from the database: a signed claim of another type gives none', async () => {
    const real = await aSession()
    const raised = handMade(HS256, { ...real.claims, type: 'company_owner' })
    expect((await server.call('fiscal.resume', {}, raised)).body).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a token counts in the header only', async () => {
    const { token } = await aSession()
    const url = `${server.url}/api/v2/user/session`
    for (const asked of [
      fetch(`${url}?token=${token}&access_token=${token}&authorization=Bearer%20${token}`),
      fetch(url, { headers: { cookie: `token=${token}; jwt=${token}` } }),
      fetch(url, { headers: { 'x-authorization': `Bearer ${token}` } }),
    ]) {
      expect((await asked).status).toBe(401)
    }
  })
})

describe('tokens and grants belong to one device', () => {
  async function twoDevices() {
    const first = await aSession()
    const key = generateDeviceKey()
    const second = await logInTestUser(server, first.operator.username, { devicePublicKey: key.publicKey })
    const phone = new Phone(server, first.company.id, first.operator.id, first.token)
    return { first, second, key, phone }
  }
  const product = () => ({
    productId: randomUUID(),
    baseRev: 0,
    base: null,
    fields: { name: 'Chai', unit: '', unitPrice: 100, taxType: 'standard', active: true },
  })

  test('a token of one device pushes nothing in the name of another', async () => {
    const { second, phone } = await twoDevices()
    const ops = [phone.operation('product.save', product())]
    for (const deviceId of [second.deviceId, randomUUID()]) {
      const { status, body } = await phone.pushRaw(ops, { deviceId })
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'OPERATION_WRONG_ACCOUNT' } })
    }
    expect(await phone.push(...ops)).toMatchObject([{ state: 'done' }])
  })

  test('the grant of one device signs nothing for another, even with its key', async () => {
    const { first, second, phone } = await twoDevices()
    const grantId = first.grant?.id ?? ''
    const request = (deviceId: string): Omit<PushRequest, 'grant'> => ({
      proto: 1,
      nonce: 'nonce-of-devices',
      companyId: first.company.id,
      userId: first.operator.id,
      deviceId,
      epoch: phone.epoch,
      ops: [phone.operation('product.save', product())],
    })
    const push = async (asked: Omit<PushRequest, 'grant'>) => {
      const signature = first.key.signText(grantText(asked, grantId))
      return await server.call('sync.push', { ...asked, grant: { id: grantId, signature } })
    }
    expect((await push(request(second.deviceId))).body).toMatchObject({ code: 'GRANT_REFUSED' })
    expect((await push(request(first.deviceId))).status).toBe(200)
  })

  test('with a bearer token beside it, the grant does not count', async () => {
    const { first, phone } = await twoDevices()
    const other = await aSession()
    const grantId = first.grant?.id ?? ''
    const asked = {
      proto: 1,
      nonce: 'nonce-of-devices',
      companyId: first.company.id,
      userId: first.operator.id,
      deviceId: first.deviceId,
      epoch: phone.epoch,
      ops: [phone.operation('product.save', product())],
    }
    const grant = { id: grantId, signature: first.key.signText(grantText(asked, grantId)) }
    const { body } = await server.call('sync.push', { ...asked, grant }, other.token)
    expect(body).toMatchObject({ code: 'OPERATION_WRONG_ACCOUNT' })
  })
})

describe('the notice of the database was lost', () => {
  test('a disabled user is out after two seconds all the same (spec §4)', async () => {
    const { token, operator } = await aSession()
    const { db } = server.services
    expect((await ask(token)).status).toBe(200)
    await sql`alter table users disable trigger users_access`.execute(db)
    try {
      await db.updateTable('users').set({ status: 'inactive' }).where('id', '=', operator.id).execute()
      server.clock.advance(2_000)
      expect((await ask(token)).body).toMatchObject({ status: 403, code: 'USER_DISABLED' })
    } finally {
      await sql`alter table users enable trigger users_access`.execute(db)
    }
  })

  test('a session that was ended as stolen is out after two seconds all the same', async () => {
    const { token, refresh_token } = await aSession()
    const { db } = server.services
    await server.call('auth.refresh', { refresh_token })
    expect((await ask(token)).status).toBe(200)
    await sql`alter table refresh_tokens disable trigger refresh_tokens_access`.execute(db)
    try {
      server.clock.advance(30_001)
      expect((await server.call('auth.refresh', { refresh_token })).status).toBe(401)
      expect((await ask(token)).status).toBe(401)
    } finally {
      await sql`alter table refresh_tokens enable trigger refresh_tokens_access`.execute(db)
    }
  })
})
