import { expect, test } from 'vitest'
import { createWebhookGateway } from '#server/gateways/webhooks/live.ts'
import { isPublicAddress } from '#server/gateways/webhooks/public-address.ts'
import { signWebhook } from '#server/gateways/webhooks/sign.ts'
import { startWebhookReceiver } from '../../../support/webhook-receiver.ts'

const TIMING = { elapsedMs: () => performance.now() }

const request = { id: 'msg_1', timestamp: 1, body: '{}', secrets: [] }

test.each([
  ['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ['::1', '::', 'fe80::1', 'fd00::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1'],
  ['2002:7f00:1::', '2001:db8::1', '224.0.0.1', '255.255.255.255', 'ff02::1', '198.18.0.1', 'not an address'],
])('no address of an own network is one of the internet: %s …', (...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('hosts of the internet are', () => {
  const addresses = ['41.59.1.1', '8.8.8.8', '172.32.0.1', '2c0f:f248::1', '2606:4700:4700::1111']
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('a name that leads into an own network, a bare address and plain http are not called (A5)', async () => {
  const receiver = await startWebhookReceiver()
  const gateway = createWebhookGateway([], TIMING)
  const { port } = new URL(receiver.origin)
  for (const url of [
    `${receiver.origin}/`,
    `http://localhost:${port}/`,
    `https://localhost:${port}/`,
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
  ]) {
    expect(await gateway.post({ ...request, url }), url).toMatchObject({ kind: 'refused' })
  }
  expect(receiver.received).toEqual([])
  expect(
    await createWebhookGateway([receiver.origin], TIMING).post({ ...request, url: `${receiver.origin}/` }),
  ).toMatchObject({ kind: 'answered', status: 200 })
  await receiver.stop()
  expect(
    await createWebhookGateway([receiver.origin], TIMING).post({ ...request, url: receiver.origin }),
  ).toMatchObject({
    kind: 'unreachable',
  })
})

test.each([
  ['120', 120_000],
  ['Mon, 30 Nov 2026 10:05:00 GMT', 300_000],
  ['Mon, 30 Nov 2026 09:00:00 GMT', 0],
  ['-5', 0],
  ['soon', 0],
])('the wait that an address asks for is seconds or a date (RFC 9110): %s', async (header, retryAfterMs) => {
  const receiver = await startWebhookReceiver()
  const headers = { date: 'Mon, 30 Nov 2026 10:00:00 GMT', 'retry-after': header }
  receiver.answer = { status: 503, headers }
  const gateway = createWebhookGateway([receiver.origin], TIMING)
  const outcome = await gateway.post({ ...request, url: `${receiver.origin}/` })
  await receiver.stop()
  expect(outcome).toMatchObject({ kind: 'answered', status: 503, retryAfterMs })
})

test('the signature is the one of the published example (Standard Webhooks, reference libraries)', () => {
  const signed = signWebhook(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  })
  expect(signed).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
