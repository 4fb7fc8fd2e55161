import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { chanceOfAtLeast, chanceOfMore, chanceOfScore, MANY } from '#domain/insights/chance.ts'
import { type Candidate, trueDiscoveries } from '#domain/insights/false-discovery.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import type { Finding } from '#domain/insights/finding.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { factsAt } from './made-up-year.ts'

const candidate = (id: string, chance: number): Candidate => ({ chance, finding: { id } as Finding })
const rule = (compared: number, ...chances: number[]) => ({
  compared,
  found: chances.map((chance) => candidate(`${chance}`, chance)),
})
const kept = (...rules: Parameters<typeof trueDiscoveries>[0]) =>
  trueDiscoveries(rules).map(({ id }) => Number(id))

describe('chance of a figure', () => {
  it.each([
    [12.706, 1, 0.05],
    [4.303, 2, 0.05],
    [3.182, 3, 0.05],
    [3.499, 7, 0.01],
    [-3.499, 7, 0.01],
    [1.972, MANY, 0.05],
    [0, 7, 1],
  ])(
    'of a score of %f with %i degrees of freedom is that of the tables of Student: %f',
    (score, freedom, chance) => {
      expect(chanceOfScore(score, freedom)).toBeCloseTo(chance, 4)
      expect(chanceOfMore(score, freedom)).toBeCloseTo(score < 0 ? 1 - chance / 2 : chance / 2, 4)
    },
  )

  it.each([
    [1, 2, 0.5, 0.75],
    [8, 8, 0.5, 1 / 256],
    [0, 5, 0.1, 1],
    [3, 4, 0.25, (4 * 3 + 1) / 256],
  ])('of at least %i of %i, each with %f, is %f', (successes, trials, each, chance) => {
    expect(chanceOfAtLeast(successes, trials, each)).toBeCloseTo(chance, 10)
  })
})

describe('findings that chance does not explain (Benjamini and Hochberg)', () => {
  it('keeps as many as have a tenth of chance among them, the likeliest chance last', () => {
    // Of ten comparisons the limits are 0.01, 0.02, 0.03: the third is above, and the fifth lifts the fourth.
    expect(kept(rule(10, 0.001, 0.019, 0.031))).toEqual([0.001, 0.019])
    expect(kept(rule(10, 0.001, 0.019, 0.031, 0.032, 0.05))).toEqual([0.001, 0.019, 0.031, 0.032, 0.05])
    expect(kept(rule(10, 0.011))).toEqual([])
  })

  it('needs more proof the more is compared', () => {
    expect(kept(rule(1, 0.004))).toEqual([0.004])
    expect(kept(rule(1000, 0.004))).toEqual([])
  })

  it('does not let a thousand products hide what one comparison of another rule finds', () => {
    expect(kept(rule(1000), rule(1, 0.004))).toEqual([0.004])
    expect(kept(rule(0), rule(1, 0.09))).toEqual([0.09])
  })

  const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 })
  const rules = fc.array(
    fc.tuple(chances, fc.nat(50)).map(([found, more]) => rule(found.length + more, ...found)),
    { maxLength: 6 },
  )

  it('finds no more when any chance grows, and never drops one while it keeps a likelier chance of the same rule', () => {
    fc.assert(
      fc.property(rules, fc.double({ min: 1, max: 3, noNaN: true }), (all, factor) => {
        const before = kept(...all)
        const worse = all.map(({ compared, found }) =>
          rule(compared, ...found.map(({ chance }) => Math.min(1, chance * factor))),
        )
        expect(kept(...worse).length).toBeLessThanOrEqual(before.length)
        for (const { found } of all) {
          const own = found.map(({ chance }) => chance).sort((a, b) => a - b)
          const flags = own.map((chance) => before.includes(chance))
          expect(flags).toEqual([...flags].sort((a, b) => Number(b) - Number(a)))
        }
      }),
    )
  })

  it('has a false finding in at most one of ten runs, where there is nothing to find', () => {
    let state = 7
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    const sizes = [1, 1, 7, 40, 100]
    const runs = Array.from({ length: 300 }, () =>
      kept(...sizes.map((size) => rule(size, ...Array.from({ length: size }, next)))),
    )
    const part = runs.filter((found) => found.length > 0).length / runs.length
    expect(part).toBeGreaterThan(0.05)
    expect(part).toBeLessThan(0.14)
  })
})

it('a shop with a thousand steady products has hardly a false alarm, and the one that died is found', () => {
  const random = (seed: number) => {
    const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
  }
  const products = Array.from({ length: 1000 }, (_, product): AggregateRow[] =>
    ['2025-05', '2025-06', '2025-07', '2025-08'].map((period, month) => {
      const [a, b] = [random(product * 8 + month * 2 + 1), random(product * 8 + month * 2 + 2)]
      const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b)
      const isGone = product === 500 && period === '2025-08'
      const count = isGone ? 0 : Math.max(0, Math.round(30 + 1.4 * Math.sqrt(30) * normal))
      const figures = { ...ZERO_FIGURES, count, gross: (count * 200_000) as typeof ZERO_FIGURES.gross }
      return { kind: 'month-product', period, key: `p${product}`, figures }
    }),
  ).flat()
  const facts = { ...factsAt(1, undefined, '2025-09-02' as FiscalDay), products }
  const found = findInsights(facts).filter(({ rule: name }) => name.startsWith('product-'))
  expect(found.map(({ subject }) => subject)).toContain('p500')
  expect(found.length).toBeLessThanOrEqual(2)
})
