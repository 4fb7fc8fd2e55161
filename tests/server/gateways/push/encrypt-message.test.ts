import { createECDH, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encryptMessage } from '#server/gateways/push/encrypt-message.ts'
import { createSubscription } from '#tests/support/push-peers.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of the standard comes out byte for byte (RFC 8291 §5)', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const body = encryptMessage(
    'When I grow up, I want to be a watermelon',
    {
      publicKey: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    { pair, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
  )
  expect(Buffer.from(body).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('what is encrypted for a browser is read by that browser and by no other (RFC 8291)', () => {
  const mine = createSubscription({ url: 'https://push.example.test' })
  const other = createSubscription({ url: 'https://push.example.test' })
  const to = {
    publicKey: bytes(mine.address.keys.p256dh),
    authSecret: bytes(mine.address.keys.auth),
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 500, unit: 'grapheme' }), (text) => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const body = encryptMessage(text, to, { pair, salt: randomBytes(16) })
      expect(mine.read(body)).toBe(text)
      expect(() => other.read(body)).toThrow()
    }),
    { numRuns: 50 },
  )
})
