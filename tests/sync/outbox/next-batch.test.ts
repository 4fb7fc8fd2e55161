import { describe, expect, it } from 'vitest'
import { PUSH_MAX_BYTES } from '#contract/sync.ts'
import { isDue } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { type BatchQuery, maxBatchSize, nextBatch, wireBytes } from '#sync/outbox/next-batch.ts'
import { anEntry } from '../entries.ts'

function batch(candidates: OutboxEntry[], change: Partial<BatchQuery> = {}): number[] {
  const query = {
    occupied: new Map(),
    unfinished: new Set<string>(),
    now: 1_000,
    ignoreWaits: false,
    ...change,
  }
  return nextBatch({ candidates, ...query }).map((entry) => entry.seq)
}

describe('which entries travel next', () => {
  it('takes them in order of arrival, fifty at most', () => {
    const all = Array.from({ length: 60 }, (_, index) => anEntry(index + 1))
    expect(batch(all)).toEqual(all.slice(0, 50).map((entry) => entry.seq))
  })

  it('keeps the order within a lane and lets other lanes pass one that waits', () => {
    const waits = { lane: 'inv:a', nextAt: 5_000, waitSetAt: 0 }
    expect(batch([anEntry(1, waits), anEntry(2, { lane: 'inv:a' }), anEntry(3)])).toEqual([3])
  })

  it('sends two of one lane together, the earlier first', () => {
    expect(batch([anEntry(1, { lane: 'inv:a' }), anEntry(2, { lane: 'inv:a' })])).toEqual([1, 2])
  })

  it('leaves an entry to the next request when the server would otherwise execute it too early', () => {
    const renewed = anEntry(1, { lane: 'inv:a', deviceSeq: 9 })
    expect(batch([renewed, anEntry(2, { lane: 'inv:a' }), anEntry(3)])).toEqual([1, 3])
    const dependsOn = [renewed.opId]
    const unfinished = new Set(dependsOn)
    expect(batch([renewed, anEntry(2, { dependsOn }), anEntry(3)], { unfinished })).toEqual([1, 3])
    expect(batch([anEntry(2, { deviceSeq: 10, dependsOn })], { unfinished: new Set() })).toEqual([2])
  })

  it('holds a lane behind an earlier entry that is sending or needs a person', () => {
    const occupied = new Map([['inv:a', 1]])
    expect(batch([anEntry(2, { lane: 'inv:a' }), anEntry(3)], { occupied })).toEqual([3])
  })

  it('does not hold a lane for a later entry', () => {
    const occupied = new Map([['inv:a', 9]])
    expect(batch([anEntry(2, { lane: 'inv:a' })], { occupied })).toEqual([2])
  })

  it('sends nothing before what it depends on', () => {
    const customer = anEntry(1, { lane: 'cust:a', nextAt: 9_000, waitSetAt: 0 })
    const invoice = anEntry(2, { dependsOn: [customer.opId] })
    expect(batch([customer, invoice], { unfinished: new Set([customer.opId]) })).toEqual([])
  })

  it('lets a dependency and what waits for it travel together, in order', () => {
    const customer = anEntry(1, { lane: 'cust:a' })
    const invoice = anEntry(2, { dependsOn: [customer.opId] })
    expect(batch([customer, invoice], { unfinished: new Set([customer.opId]) })).toEqual([1, 2])
  })

  it('does not wait for a dependency that is done', () => {
    expect(batch([anEntry(2, { dependsOn: [anEntry(1).opId] })])).toEqual([2])
  })

  it('stays within 256 KiB, but lets one large operation go alone', () => {
    const large = (seq: number) => anEntry(seq, { body: 'x'.repeat(PUSH_MAX_BYTES / 2) })
    expect(wireBytes(large(1))).toBeGreaterThan(PUSH_MAX_BYTES / 2)
    expect(batch([large(1), large(2), anEntry(3)])).toEqual([1, 3])
    expect(batch([anEntry(1, { body: 'x'.repeat(PUSH_MAX_BYTES * 2) })])).toEqual([1])
  })

  it('leaves operations of a newer version until the app is updated', () => {
    expect(batch([anEntry(1, { type: 'invoice.teleport' }), anEntry(2, { v: 2 }), anEntry(3)])).toEqual([3])
  })

  it('sends fresh work before work that broke the server three times', () => {
    const broken = [anEntry(1, { serverErrors: 3 }), anEntry(2, { serverErrors: 3 })]
    expect(batch([...broken, anEntry(3)])).toEqual([3])
    expect(batch(broken)).toEqual([1, 2])
  })

  it('sends a suspect alone when fresh work depends on it', () => {
    const suspect = anEntry(1, { crashes: 3 })
    const waits = anEntry(2, { dependsOn: [suspect.opId] })
    expect(batch([suspect, waits], { unfinished: new Set([suspect.opId]) })).toEqual([1])
  })

  it('ignores waits when the person asked, but not order', () => {
    const waits = anEntry(1, { lane: 'inv:a', nextAt: 9_000, waitSetAt: 0 })
    expect(batch([waits, anEntry(2, { lane: 'inv:a' })], { ignoreWaits: true })).toEqual([1, 2])
  })
})

it.each([
  [{ serverErrors: 0 }, 50],
  [{ serverErrors: 2 }, 50],
  [{ serverErrors: 3 }, 25],
  [{ serverErrors: 4 }, 12],
  [{ serverErrors: 5 }, 6],
  [{ serverErrors: 6 }, 3],
  [{ serverErrors: 7 }, 1],
  [{ serverErrors: 40 }, 1],
  [{ crashes: 3 }, 1],
])('after %o an entry travels in a company of %i', (change, expected) => {
  expect(maxBatchSize(anEntry(1, change))).toBe(expected)
})

it.each([
  [{ nextAt: 0, waitSetAt: 0 }, 5, true],
  [{ nextAt: 10, waitSetAt: 0 }, 5, false],
  [{ nextAt: 10, waitSetAt: 0 }, 10, true],
  // The clock went back to before the wait began: waiting on would last for ever.
  [{ nextAt: 1_010, waitSetAt: 1_000 }, 5, true],
])('a wait of %o at %i is over: %s', (change, now, expected) => {
  expect(isDue(anEntry(1, change), now)).toBe(expected)
})
