import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uuidV7 } from '#data/uuid-v7.ts'
import { isLaterAttemptId, nextAttemptId } from '#sync/outbox/attempt-id.ts'

const anId = fc
  .tuple(fc.nat(2 ** 45), fc.uint8Array({ minLength: 10, maxLength: 10 }))
  .map(([ms, random]) => uuidV7(ms, random))

test('the id of the next try follows from the one before, and is a UUID of the same version and time', () => {
  expect(nextAttemptId('019ab3f0-aaaa-7fff-8123-456789abcdef')).toBe('019ab3f0-aaaa-7000-8123-456789abcdef')
  expect(nextAttemptId('019ab3f0-aaaa-7009-8123-456789abcdef')).toBe('019ab3f0-aaaa-700a-8123-456789abcdef')
  fc.assert(
    fc.property(anId, (id) => {
      expect(nextAttemptId(id)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(nextAttemptId(id).slice(0, 15)).toBe(id.slice(0, 15))
    }),
  )
})

test('attempts of one write have an order, and no other write is among them', () => {
  fc.assert(
    fc.property(anId, anId, fc.integer({ min: 1, max: 100 }), (id, other, tries) => {
      fc.pre(id.slice(0, 13) !== other.slice(0, 13) || id.slice(18) !== other.slice(18))
      let later = id
      for (let n = 0; n < tries; n += 1) later = nextAttemptId(later)
      expect(isLaterAttemptId(later, id)).toBe(true)
      expect(isLaterAttemptId(id, later)).toBe(false)
      expect(isLaterAttemptId(id, id)).toBe(false)
      expect(isLaterAttemptId(later, other)).toBe(false)
    }),
  )
})
