import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { idOf } from './device.ts'

/** An entry of the outbox with sensible defaults; a test states only what matters to it. */
export function anEntry(seq: number, change: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    seq,
    opId: idOf(`op ${seq}`),
    deviceSeq: seq,
    epoch: idOf('epoch'),
    lane: `inv:${idOf(`invoice ${seq}`)}`,
    dependsOn: [],
    type: 'invoice.save',
    v: 1,
    body: `{"n":${seq}}`,
    bodyHash: 'a'.repeat(64),
    companyId: idOf('company'),
    userId: idOf('user'),
    createdAt: toInstant(0),
    tzOffsetMinutes: 180,
    clockSkewMs: 0,
    state: 'queued',
    attempts: 0,
    serverErrors: 0,
    aloneErrors: 0,
    crashes: 0,
    aloneCrashes: 0,
    firstSentAt: null,
    nextAt: 0,
    waitSetAt: 0,
    lease: null,
    last: null,
    result: null,
    ackChangeId: null,
    ...change,
  }
}
