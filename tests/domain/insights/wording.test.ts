import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillWording, isTrueWording, type WordedFact } from '#domain/insights/wording.ts'

const fact: WordedFact = {
  id: 'f1',
  rule: 'sales-falling',
  figures: [
    { name: 'now', unit: 'cents', value: 42_000_000 },
    { name: 'percent', unit: 'tenths', value: 400 },
  ],
}
const says = (body: string, headline = 'Sales fell') => isTrueWording([fact], [{ id: 'f1', headline, body }])

describe('what a provider of wording writes', () => {
  it('is taken when it has the figures of its fact as placeholders and nothing else', () => {
    expect(says('Sales fell by {percent} to {now}. Ask {subject}.')).toBe(true)
    expect(says('Mauzo yameshuka kwa {percent}, sasa ni {now}.', 'Mauzo yameshuka')).toBe(true)
  })

  it.each([
    'Sales fell by 40 to {now}.',
    'Sales fell by ٤٠.',
    'Sales fell by half.',
    'Mauzo yameshuka kwa nusu.',
    'Sales grew to {now}.',
    'Sales fell by {usual}.',
    'Sales fell to {now',
    'Go to https://evil.example now.',
    '<b>Sales</b> fell.',
    'Mail admin@evil.example.',
    '',
    'x'.repeat(321),
  ])('is rejected: %s', (body) => {
    expect(says(body)).toBe(false)
  })

  it('is rejected with unknown, repeated or no findings', () => {
    const good = { id: 'f1', headline: 'Sales fell', body: 'To {now}.' }
    expect(isTrueWording([fact], [good, good])).toBe(false)
    expect(isTrueWording([fact], [{ ...good, id: 'f2' }])).toBe(false)
    expect(isTrueWording([fact], [])).toBe(false)
  })

  it('never lets a digit through, whatever is around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 9 }), fc.string(), (before, digit, after) => {
        const body = `${before}${digit}${after}`
        const isInBraces = /\{[^{}]*\d[^{}]*\}/.test(body)
        expect(isInBraces ? false : says(body)).toBe(false)
      }),
    )
  })

  it('is filled with the figures as people read them', () => {
    expect(fillWording('Now {now}.', (name) => (name === 'now' ? 'Tsh 5' : '?'))).toBe('Now Tsh 5.')
  })
})
