import { describe, expect, it } from 'vitest'
import { findRetiredWord } from '../../../scripts/check/retired-identifiers.ts'

describe('a retired word in a name', () => {
  it.each([
    ['createKick', 'kick'],
    ['KickReason', 'kick'],
    ['startLooking', 'start looking'],
    ['START_LOOKING_MS', 'start looking'],
    ['collect-work', 'collect work'],
    ['useMended', 'mended'],
  ])('is found in %s', (name, retired) => {
    expect(findRetiredWord(name)?.retired).toBe(retired)
  })

  it('comes with what to write instead', () => {
    expect(findRetiredWord('useDeed')?.say).toBe('action')
  })

  it.each(['kickoff', 'looking', 'workCollector', 'recommended', 'indeed'])(
    'is not found in a part of another word: %s',
    (name) => {
      expect(findRetiredWord(name)).toBeUndefined()
    },
  )

  it('is allowed in a name that phones have stored', () => {
    expect(findRetiredWord('fruitless')).toBeUndefined()
    expect(findRetiredWord('fruitlessCount')).toBeDefined()
  })
})
