import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallOutcome, Refused } from '#api/failure.ts'
import type { OperationResult, PushAnswer } from '#contract/sync.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { type AfterAttempt, afterAttempt } from '#sync/outbox/after-attempt.ts'
import { idOf } from '../device.ts'
import { anEntry } from '../entries.ts'

const NOW = 1_000_000
const NONCE = 'nonce-of-ours'

function sending(seq: number, change: Partial<OutboxEntry> = {}): OutboxEntry {
  return anEntry(seq, {
    state: 'sending',
    lease: { attemptId: 'a', owner: 'o', until: NOW, size: 2 },
    ...change,
  })
}

function attempt(
  outcome: CallOutcome<PushAnswer>,
  entries = [sending(1), sending(2)],
  failures = 0,
): AfterAttempt {
  return afterAttempt({
    outcome,
    nonce: NONCE,
    entries,
    size: entries.length,
    failures,
    now: NOW,
    random: 0.5,
  })
}

function answer(results: unknown[], nonce = NONCE): CallOutcome<PushAnswer> {
  return {
    kind: 'answered',
    value: { proto: 1, nonce, serverTime: toInstant(NOW), contiguousDeviceSeq: 0, results },
  }
}

function refusal(status: number, change: Partial<Refused> = {}): Refused {
  return {
    kind: 'refused',
    status,
    code: 'UNEXPECTED',
    message: '',
    fields: [],
    data: {},
    retryAfterMs: null,
    ...change,
  }
}

function done(entry: OutboxEntry, changeId = 7): OperationResult {
  const { opId, bodyHash } = entry
  const change = { t: 'invoice' as const, id: idOf('an invoice'), op: 'delete' as const, rev: 2, row: null }
  return { state: 'done', opId, bodyHash, changeId, change }
}

function states(after: AfterAttempt): string[] {
  return after.entries.map((entry) => entry.state)
}

describe('answers of our server about operations', () => {
  const [one, two] = [sending(1), sending(2)]

  it('a done operation is done and waits for the feed to pass its change', () => {
    const after = attempt(answer([done(one, 7), done(two, 8)]))
    expect(states(after)).toEqual(['done', 'done'])
    expect(after.entries.map((entry) => entry.ackChangeId)).toEqual([7, 8])
    expect(after.nextAction).toEqual({ kind: 'go-on' })
  })

  it('a refused one needs a person, with code and fields; the others continue (B10)', () => {
    const refused = {
      state: 'refused',
      opId: one.opId,
      bodyHash: one.bodyHash,
      code: 'CUSTOMER_ID_DUPLICATED',
      fields: [{ path: 'identificationNumber', code: 'CUSTOMER_ID_DUPLICATED' }],
    }
    const after = attempt(answer([refused, done(two)]))
    expect(states(after)).toEqual(['attention', 'done'])
    expect(after.entries[0]?.last).toMatchObject({ kind: 'refused', code: 'CUSTOMER_ID_DUPLICATED' })
  })

  it('a retry waits as long as the server says and counts as an answer', () => {
    const retry = {
      state: 'retry',
      opId: one.opId,
      bodyHash: one.bodyHash,
      code: 'FISCAL_NUMBERING_HELD',
      retryAfterMs: 5_000,
    }
    const after = attempt(answer([retry, done(two)]))
    expect(after.entries[0]).toMatchObject({ state: 'queued', nextAt: NOW + 5_000, waitSetAt: NOW })
    expect(after.nextAction).toEqual({ kind: 'go-on' })
  })

  it('an operation on which alone the server breaks five times needs a person', () => {
    const retry = {
      state: 'retry',
      opId: one.opId,
      bodyHash: one.bodyHash,
      code: 'UNEXPECTED',
      retryAfterMs: 1,
    }
    expect(states(attempt(answer([retry]), [sending(1, { aloneErrors: 3 })]))).toEqual(['queued'])
    expect(states(attempt(answer([retry]), [sending(1, { aloneErrors: 4 })]))).toEqual(['attention'])
  })

  it('an unexpected error that many operations meet is counted against none of them (I9)', () => {
    const entry = sending(1, { aloneErrors: 4 })
    const retry = {
      ...{ state: 'retry', opId: entry.opId, bodyHash: entry.bodyHash },
      ...{ code: 'UNEXPECTED', retryAfterMs: 1 },
    }
    const made = { nonce: NONCE, entries: [entry], size: 1, failures: 9, now: NOW, random: 0.5 }
    for (const outcome of [answer([retry]), refusal(500), refusal(502)]) {
      const after = afterAttempt({ ...made, outcome, widespread: true })
      expect(after.entries).toMatchObject([{ state: 'queued', aloneErrors: 4 }])
    }
  })

  it('a server without room on its disk is away, and no attempt counts (I9)', () => {
    const after = attempt(refusal(507, { code: 'UNAVAILABLE' }), [sending(1, { aloneErrors: 4 })])
    expect(after.entries).toMatchObject([{ state: 'queued', aloneErrors: 4, last: { kind: 'retry' } }])
    expect(after.nextAction).toMatchObject({ kind: 'wait', online: true })
  })

  it.each([
    ['no result', []],
    ['a result of an unknown operation', [done(sending(9))]],
    ['another hash', [{ ...done(one), bodyHash: 'b'.repeat(64) }]],
    ['a negative change', [{ ...done(one), changeId: -1 }]],
    ['a text for a number', [{ ...done(one), changeId: '7' }]],
    ['null', [null]],
    ['two that differ', [done(one, 7), done(one, 8)]],
  ])('%s leaves the outcome unknown (B13, B14)', (_, results) => {
    const after = attempt(answer(results), [one])
    expect(after.entries[0]).toMatchObject({ state: 'queued', attempts: 0, ackChangeId: null })
    expect(after.results).toEqual([])
    expect(after.nextAction.kind).toBe('wait')
  })

  it('the same result twice and in another order is one result (B13)', () => {
    expect(states(attempt(answer([done(two), done(one), done(two)])))).toEqual(['done', 'done'])
  })

  it('a writing that is done without its record is not believed: the record here would stay as it was (B14)', () => {
    expect(states(attempt(answer([{ ...done(one), change: null }, done(two)])))).toEqual(['queued', 'done'])
  })

  it('a submission that is done without a receipt is not believed (B14)', () => {
    const submit = sending(1, { type: 'invoice.submit' })
    expect(states(attempt(answer([done(submit)]), [submit]))).toEqual(['queued'])
  })
})

describe('everything else that can come back', () => {
  it.each<[string, CallOutcome<PushAnswer>, string, object]>([
    ['no line', { kind: 'unreachable' }, 'queued', { kind: 'wait', online: false }],
    ['too slow', { kind: 'too-slow' }, 'queued', { kind: 'wait', online: false }],
    ['a login page', { kind: 'unreadable', endpoint: 'sync.push', status: 200 }, 'queued', { kind: 'probe' }],
    ['an answer to another request', answer([], 'another-nonce'), 'queued', { kind: 'probe' }],
    ['401', refusal(401, { code: 'TOKEN_INVALID' }), 'queued', { kind: 'unauthorized' }],
    ['a grant that ended', refusal(403, { code: 'GRANT_REFUSED' }), 'queued', { kind: 'unauthorized' }],
    [
      '403 user',
      refusal(403, { code: 'USER_DISABLED' }),
      'queued',
      { kind: 'hold', paused: { kind: 'company', code: 'USER_DISABLED' } },
    ],
    ['403 company', refusal(403, { code: 'COMPANY_BLOCKED_BY_TRA' }), 'queued', { kind: 'hold' }],
    [
      '403 password',
      refusal(403, { code: 'PASSWORD_CHANGE_REQUIRED' }),
      'queued',
      { kind: 'hold', paused: { kind: 'login', code: 'PASSWORD_CHANGE_REQUIRED' } },
    ],
    ['404', refusal(404), 'queued', { kind: 'hold', paused: { kind: 'upgrade', code: 'UPGRADE_REQUIRED' } }],
    ['410', refusal(410), 'queued', { kind: 'hold' }],
    ['426', refusal(426), 'queued', { kind: 'hold' }],
    ['409', refusal(409), 'queued', { kind: 'wait', ms: 1_500, online: true }],
    ['413 of many', refusal(413), 'queued', { kind: 'split' }],
    ['422 of many', refusal(422), 'queued', { kind: 'split' }],
    [
      '429',
      refusal(429, { retryAfterMs: 30_000 }),
      'queued',
      { kind: 'wait', ms: 35_000, requestedByServer: true },
    ],
    [
      '503',
      refusal(503, { retryAfterMs: 120_000 }),
      'queued',
      { kind: 'wait', ms: 125_000, requestedByServer: true },
    ],
    ['503 without a time', refusal(503), 'queued', { kind: 'wait', requestedByServer: false }],
    ['500', refusal(500), 'queued', { kind: 'wait', requestedByServer: false, online: true }],
  ])('%s keeps the entries', (_, outcome, state, nextAction) => {
    const after = attempt(outcome)
    expect(states(after)).toEqual([state, state])
    expect(after.nextAction).toMatchObject(nextAction)
    expect(after.entries.every((entry) => entry.lease === null && entry.last !== null)).toBe(true)
  })

  it('413 of one operation needs a person (B11)', () => {
    expect(states(attempt(refusal(413), [sending(1)]))).toEqual(['attention'])
  })

  it('500 five times for one alone needs a person (G5)', () => {
    expect(states(attempt(refusal(500), [sending(1, { aloneErrors: 4 })]))).toEqual(['attention'])
    expect(states(attempt(refusal(500), [sending(1, { aloneErrors: 4 }), sending(2)]))).toEqual([
      'queued',
      'queued',
    ])
  })

  it('never touches text, hash, id or order, and never drops an entry, for any answer', () => {
    const outcomes = fc.oneof(
      fc.constantFrom<CallOutcome<PushAnswer>>({ kind: 'unreachable' }, { kind: 'too-slow' }),
      fc.integer({ min: 400, max: 599 }).map((status) => refusal(status)),
      fc.array(fc.anything(), { maxLength: 4 }).map((results) => answer(results)),
      fc.constant<CallOutcome<PushAnswer>>({ kind: 'unreadable', endpoint: 'sync.push', status: 200 }),
    )
    fc.assert(
      fc.property(outcomes, fc.nat({ max: 30 }), (outcome, failures) => {
        const entries = [sending(1), sending(2)]
        const after = attempt(outcome, entries, failures)
        const serialized = (list: readonly OutboxEntry[]) =>
          list.map(({ seq, opId, deviceSeq, body, bodyHash, lane, type }) => [
            seq,
            opId,
            deviceSeq,
            body,
            bodyHash,
            lane,
            type,
          ])
        expect(serialized(after.entries)).toEqual(serialized(entries))
        expect(states(after)).not.toContain('done')
        expect(states(after)).not.toContain('sending')
      }),
    )
  })
})
