import { describe, expect, it } from 'vitest'
import { EXPECTED, missingIn, SELDOM } from '#tests/simulation/checker/coverage.ts'

describe('what has to happen in many simulated days', () => {
  it('is not asked of a few days', () => {
    expect(missingIn(299, {})).toEqual([])
  })

  it('is asked of three hundred, but for what is seldom', () => {
    expect(missingIn(300, {})).toEqual(EXPECTED.filter((name) => !SELDOM.has(name)))
    expect(missingIn(999, {})).toEqual(missingIn(300, {}))
  })

  it('is asked of a thousand to the last of it', () => {
    expect(missingIn(1_000, {})).toEqual(EXPECTED)
    expect([...SELDOM].filter((name) => !EXPECTED.includes(name))).toEqual([])
    const seen = Object.fromEntries(EXPECTED.map((name) => [name, 1]))
    expect(missingIn(1_000, { ...seen, 'PIN ended': 0 })).toEqual(['PIN ended'])
    expect(missingIn(10_000, seen)).toEqual([])
  })
})
