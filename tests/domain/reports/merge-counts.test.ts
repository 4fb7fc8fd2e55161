import { expect, it } from 'vitest'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { mergeCounts } from '#domain/reports/merge-counts.ts'

const count = (id: string, hour: number) => ({ id, at: `2026-11-24T${hour}:00:00.000Z` as Instant })

it('has each count once, of this phone and of the others, the newest first (day end)', () => {
  const own = [count('c', 19), count('a', 17)]
  const fetched = [count('d', 20), count('c', 19), count('b', 18)]
  expect(mergeCounts(own, fetched).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  expect(mergeCounts(own, [])).toEqual(own)
})
