import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryAt, rangeAt } from '#ui/use-visible-range.ts'

const anyTops = fc
  .array(fc.integer({ min: 30, max: 90 }), { minLength: 1, maxLength: 400 })
  .map((heights) => {
    let top = 0
    return heights.map((height) => {
      const mine = top
      top += height
      return mine
    })
  })

describe('the part of a long list that is drawn', () => {
  it('law: holds every entry that touches the screen, and few more (perf: at most 60 rows in the document)', () => {
    fc.assert(
      fc.property(
        anyTops,
        fc.integer({ min: -500, max: 40_000 }),
        fc.integer({ min: 0, max: 480 }),
        (tops, above, spare) => {
          const height = 740
          const { first, last } = rangeAt(tops, { above, height, overscan: spare })
          const touching = tops.flatMap((top, place) => {
            const end = tops[place + 1] ?? top + 30
            return end > above && top < above + height ? [place] : []
          })
          expect(touching.every((place) => place >= first && place <= last)).toBe(true)
          expect(last - first).toBeLessThanOrEqual((height + 2 * spare) / 30 + 10)
          expect(first).toBeGreaterThanOrEqual(0)
          expect(last).toBeLessThan(tops.length)
        },
      ),
    )
  })

  it('finds the entry at a height', () => {
    expect([-5, 0, 37, 38, 114, 9_999].map((height) => entryAt([0, 38, 114, 190], height))).toEqual([
      0, 0, 0, 1, 2, 3,
    ])
  })
})
