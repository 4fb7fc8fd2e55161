import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowsDigest } from '#domain/replica/rows-digest.ts'

const row = fc.record({ id: fc.uuid(), rev: fc.integer({ min: 1, max: 1000 }) })
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 60 })

const shuffled = rows.chain((some) =>
  fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
)

it('is the same in any order', () => {
  fc.assert(
    fc.property(shuffled, ([some, other]) => {
      expect(rowsDigest(other)).toEqual(rowsDigest(some))
    }),
  )
})

it('is another when a row is missing, another, or of another revision', () => {
  fc.assert(
    fc.property(rows, row, fc.nat(), (some, extra, place) => {
      fc.pre(some.length > 0 && !some.some(({ id }) => id === extra.id))
      const whole = rowsDigest(some)
      const at = place % some.length
      expect(rowsDigest(some.toSpliced(at, 1))).not.toEqual(whole)
      expect(rowsDigest(some.with(at, extra))).not.toEqual(whole)
      const changed = some.map((one, index) => (index === at ? { ...one, rev: one.rev + 1 } : one))
      expect(rowsDigest(changed)).not.toEqual(whole)
    }),
  )
})
