import { createECDH } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { PushGateway } from '#server/gateways/push/gateway.ts'
import { createPushGateway } from '#server/gateways/push/live.ts'
import {
  createSubscription,
  type FcmPeer,
  type Peer,
  startFcmPeer,
  startWebPushPeer,
} from '#tests/support/push-peers.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const MESSAGE = { account: '0123456789abcdef0123', cursor: '42', urgent: false }
const CONTACT = 'mailto:no-reply@risiti.example.test'

let browser: Peer
let google: FcmPeer
let gateway: PushGateway
let publicJwk: JWK
let publicKey: string
let now = NOW

beforeAll(async () => {
  browser = await startWebPushPeer()
  google = await startFcmPeer()
  const pair = await generateKeyPair('ES256', { extractable: true })
  publicJwk = await exportJWK(pair.publicKey)
  const privateKey = { ...(await exportJWK(pair.privateKey)) }
  const own = createECDH('prime256v1')
  own.setPrivateKey(Buffer.from(privateKey.d ?? '', 'base64url'))
  publicKey = own.getPublicKey('base64url')
  gateway = createPushGateway({
    clock: { now: () => now },
    fcm: readConfig(google.environment).push.firebase?.fcm ?? null,
    webPush: { keys: { publicKey, privateKey }, contact: CONTACT },
    origins: [browser.url],
  })
})
afterAll(async () => {
  await browser.stop()
  await google.stop()
})

describe('Web Push', () => {
  test('the message reaches the browser encrypted, signed with our key, and replaces an older one (RFC 8291, 8292, 8030)', async () => {
    const subscription = createSubscription(browser)
    expect(await gateway.send(subscription.address, MESSAGE)).toEqual({ kind: 'sent' })
    const request = browser.received.at(-1)
    if (!request) throw new Error('nothing came')
    expect(subscription.read(request.body)).toBe('{"account":"0123456789abcdef0123","cursor":"42"}')
    expect(request.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
      topic: MESSAGE.account,
    })
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.authorization ?? '') ?? []
    expect(key).toBe(publicKey)
    const { payload } = await jwtVerify(token, await importJWK(publicJwk, 'ES256'), {
      audience: browser.url,
      subject: CONTACT,
      currentDate: new Date(NOW),
    })
    expect((payload.exp ?? 0) * 1000 - NOW).toBeLessThanOrEqual(86_400_000)
  })

  test('no two messages share a key: the same text never looks the same', async () => {
    const subscription = createSubscription(browser)
    await gateway.send(subscription.address, MESSAGE)
    await gateway.send(subscription.address, MESSAGE)
    const [one, two] = browser.received.slice(-2)
    expect(one?.body.equals(two?.body ?? Buffer.alloc(0))).toBe(false)
  })

  test.each([
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [429, { kind: 'later', reason: 'status 429', retryAfterMs: 120_000 }],
    [503, { kind: 'later', reason: 'status 503', retryAfterMs: 120_000 }],
    [403, { kind: 'refused', reason: 'status 403' }],
    [413, { kind: 'refused', reason: 'status 413' }],
  ])('an answer of %i is understood (RFC 8030 §5, §7)', async (status, outcome) => {
    browser.answerWith({ status, headers: { 'retry-after': '120' } })
    expect(await gateway.send(createSubscription(browser).address, MESSAGE)).toEqual(outcome)
  })

  test('a push service that is not there is tried again later', async () => {
    const peer = await startWebPushPeer()
    const nobody = createPushGateway({
      clock: { now: () => NOW },
      fcm: null,
      webPush: { keys: { publicKey, privateKey: await exportPrivate() }, contact: CONTACT },
      origins: [peer.url],
    })
    const { address } = createSubscription(peer)
    await peer.stop()
    expect(await nobody.send(address, MESSAGE)).toMatchObject({ kind: 'later', retryAfterMs: null })
  })

  test.each([
    'http://127.0.0.1:1/send/x',
    'https://10.0.0.1/send/x',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com.example.test/fcm/send/x',
    'https://xpush.services.mozilla.com.example.test/x',
  ])('an address that is no push service is never called: %s', async (endpoint) => {
    const { address } = createSubscription(browser)
    expect(gateway.accepts({ ...address, endpoint })).toBe(false)
    expect(await gateway.send({ ...address, endpoint }, MESSAGE)).toMatchObject({ kind: 'refused' })
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://db5p.notify.windows.com/w/?token=x',
  ])('the push services of browsers are accepted: %s', (endpoint) => {
    expect(gateway.accepts({ ...createSubscription(browser).address, endpoint })).toBe(true)
  })
})

async function exportPrivate(): Promise<JWK> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return await exportJWK(pair.privateKey)
}

describe('Firebase Cloud Messaging, HTTP v1', () => {
  const address = { kind: 'fcm', token: 'device-token-of-a-phone' } as const

  test('a signed assertion buys one access token, under which data-only messages go out', async () => {
    expect(await gateway.send(address, MESSAGE)).toEqual({ kind: 'sent' })
    expect(await gateway.send(address, { ...MESSAGE, urgent: true })).toEqual({ kind: 'sent' })
    expect(google.assertions).toHaveLength(1)
    expect(google.assertions[0]).toMatchObject({
      alg: 'RS256',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      iat: NOW / 1000,
      exp: NOW / 1000 + 3600,
    })
    const data = { account: MESSAGE.account, cursor: '42' }
    const headers = { TTL: '86400', Topic: MESSAGE.account }
    expect(google.messages).toEqual([
      { message: { token: address.token, data, webpush: { headers: { ...headers, Urgency: 'normal' } } } },
      { message: { token: address.token, data, webpush: { headers: { ...headers, Urgency: 'high' } } } },
    ])
  })

  test('a refused token is requested again, once', async () => {
    google.answerWith({ status: 401 })
    expect(await gateway.send(address, MESSAGE)).toEqual({ kind: 'sent' })
    expect(google.assertions).toHaveLength(2)
    google.answerWith({ status: 401 })
    const before = google.received.length
    google.answerWith({ status: 200, body: '{"access_token":"token-1","expires_in":3599}' }, { status: 401 })
    expect(await gateway.send(address, MESSAGE)).toMatchObject({ kind: 'later' })
    expect(google.received.length - before).toBe(3)
  })

  test('an old access token is not used in its last minute', async () => {
    expect(await gateway.send(address, MESSAGE)).toEqual({ kind: 'sent' })
    const bought = google.assertions.length
    now = NOW + 3_590_000
    google.answerWith({ status: 200, body: '{"access_token":"token-1","expires_in":3599}' })
    const before = google.received.length
    expect(await gateway.send(address, MESSAGE)).toEqual({ kind: 'sent' })
    expect(google.received.slice(before).map(({ path }) => path)).toEqual([
      '/token',
      '/v1/projects/risiti-test/messages:send',
    ])
    expect(google.assertions.length).toBe(bought)
    now = NOW
  })

  const fault = (errorCode: string, status = 'NOT_FOUND') =>
    JSON.stringify({
      error: {
        status,
        details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
      },
    })

  test.each([
    ['an app that was removed', { status: 404, body: fault('UNREGISTERED') }, { kind: 'gone' }],
    ['a token of another project', { status: 403, body: fault('SENDER_ID_MISMATCH') }, { kind: 'gone' }],
    [
      'a project that is not there',
      { status: 404, body: '{"error":{"status":"NOT_FOUND"}}' },
      { kind: 'refused', reason: 'NOT_FOUND' },
    ],
    [
      'a message it cannot read',
      { status: 400, body: fault('INVALID_ARGUMENT', 'INVALID_ARGUMENT') },
      { kind: 'refused', reason: 'INVALID_ARGUMENT' },
    ],
    [
      'too many messages',
      { status: 429, headers: { 'retry-after': '60' }, body: fault('QUOTA_EXCEEDED') },
      { kind: 'later', reason: 'status 429', retryAfterMs: 60_000 },
    ],
    [
      'a service that is away',
      { status: 503, body: '<html>' },
      { kind: 'later', reason: 'status 503', retryAfterMs: null },
    ],
  ])('%s is understood', async (_, answer, outcome) => {
    google.answerWith(answer)
    expect(await gateway.send(address, MESSAGE)).toEqual(outcome)
  })
})
