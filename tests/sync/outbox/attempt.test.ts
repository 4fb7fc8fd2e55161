import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import type { OutboxEntry } from '#data/rows.ts'
import { attemptOf, isLaterAttempt, nextAttempt } from '#sync/outbox/attempt.ts'
import { nextAttemptId } from '#sync/outbox/attempt-id.ts'

const FOLDER = new URL('../../fixtures/apps/', import.meta.url)

const oldEntries = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.database.json'))
  .flatMap((file) => {
    const { rows } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
      rows: { outbox: readonly OutboxEntry[] }
    }
    return rows.outbox.map((entry) => ({ file, entry }))
  })

describe.each(oldEntries)('an operation that an older app stored ($file, $entry.type)', ({ entry }) => {
  it('counts as the first attempt under its own id, and is renewed under the id that an older app would give', () => {
    expect(attemptOf(entry)).toEqual({ firstOpId: entry.opId, attempt: 0 })
    expect(nextAttempt(entry)).toEqual({
      opId: nextAttemptId(entry.opId),
      firstOpId: entry.opId,
      attempt: 1,
    })
  })

  it('knows its order beside an attempt that an older app renewed, and beside one of this app', () => {
    const renewedByOld = { opId: nextAttemptId(entry.opId) }
    expect(isLaterAttempt(renewedByOld, entry)).toBe(true)
    expect(isLaterAttempt(entry, renewedByOld)).toBe(false)
    expect(isLaterAttempt(nextAttempt(entry), entry)).toBe(true)
    expect(isLaterAttempt(nextAttempt(renewedByOld), nextAttempt(entry))).toBe(true)
  })
})

test('attempts differ by their number, whatever the bits of their ids are (offline-design 3.5, rule 1)', () => {
  const opId = '019ab3f0-aaaa-7fff-8123-456789abcdef'
  let last = { opId, ...attemptOf({ opId }) }
  const first = last
  // More than half of what twelve bits count: by the bits alone the first would look later.
  for (let n = 0; n < 3_000; n += 1) last = nextAttempt(last)
  expect(last).toMatchObject({ firstOpId: opId, attempt: 3_000 })
  expect(isLaterAttempt(last, first)).toBe(true)
  expect(isLaterAttempt(first, last)).toBe(false)
})
