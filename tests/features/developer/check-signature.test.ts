import { expect, test } from 'vitest'
import { checkSignature, exampleMessage } from '#features/developer/check-signature.ts'
import { makeWebhookSecret, signWebhook } from '#server/gateways/webhooks/sign.ts'

const NOW = Date.parse('2026-11-24T10:00:00Z')
const ID = '0190a0a0-0000-7000-8000-000000000001'

test('a message that the server signs fits, also while two secrets sign (Standard Webhooks 1.0)', async () => {
  const secret = makeWebhookSecret()
  const message = { id: ID, timestamp: NOW / 1000, body: '{"type":"invoice.issued"}' }
  const signature = signWebhook([makeWebhookSecret(), secret], message)
  const received = { ...message, timestamp: String(message.timestamp), secret, signature }
  expect(await checkSignature(received, NOW + 20_000)).toMatchObject({
    ...{ secretReadable: true, ageSeconds: 20, fresh: true, matches: true },
    signedContent: `${ID}.${message.timestamp}.${message.body}`,
  })
})

test('each step says what is wrong: secret, age, content', async () => {
  const good = await exampleMessage(ID, NOW)
  expect(await checkSignature(good, NOW)).toMatchObject({ fresh: true, matches: true })
  expect(await checkSignature({ ...good, secret: 'whsec_!' }, NOW)).toMatchObject({
    ...{ secretReadable: false, expected: '', matches: false },
  })
  expect(await checkSignature(good, NOW + 301_000)).toMatchObject({ fresh: false, matches: true })
  expect(await checkSignature({ ...good, timestamp: 'yesterday' }, NOW)).toMatchObject({ ageSeconds: null })
  expect(await checkSignature({ ...good, body: `${good.body}\n` }, NOW)).toMatchObject({ matches: false })
})
