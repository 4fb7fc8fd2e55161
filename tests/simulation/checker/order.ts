import type { OutboxEntry } from '#data/rows.ts'
import { isOfDoor } from './doors.ts'
import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

/** I6: nothing is sent before what it depends on, and within a lane the order of writing is kept on both sides. */
export function checkOrder(evidence: RunEvidence): Violation[] {
  return [...sentInOrder(evidence), ...doneInOrder(evidence)]
}

function sentInOrder({ history }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const done = new Set<string>()
  for (const { upserted: put, after, before, phone } of outboxSteps(history)) {
    for (const entry of put) if (entry.state === 'done') done.add(entry.opId)
    // One that was under way when its page died is taken back and sent again in one transaction.
    const leaving = [...after.values()].filter(
      (entry) =>
        entry.state === 'sending' && before.get(entry.seq)?.lease?.attemptId !== entry.lease?.attemptId,
    )
    const together = new Set(leaving.map(({ opId }) => opId))
    for (const entry of leaving) {
      for (const id of entry.dependsOn) {
        const owed = [...after.values()].some((other) => other.opId === id && other.state !== 'done')
        if (owed && !together.has(id)) {
          found.push({ invariant: 'I6', message: `${phone} sends ${entry.type} ${entry.opId} before ${id}` })
        }
      }
      const earlier = [...after.values()].find((other) => isBefore(other, entry) && !together.has(other.opId))
      if (earlier)
        found.push({
          invariant: 'I6',
          message: `${phone} sends ${entry.opId} before ${earlier.opId} of its lane`,
        })
    }
  }
  return found
}

function isBefore(other: OutboxEntry, entry: OutboxEntry): boolean {
  return other.lane === entry.lane && other.seq < entry.seq && other.state !== 'done'
}

/** Operations that replace a refused one, with the same text and a new id. */
export function sentAgain(history: RunEvidence['history']): Set<string> {
  const found = new Set<string>()
  for (const { upserted: put, before } of outboxSteps(history)) {
    for (const { opId, seq, bodyHash } of put) {
      const old = before.get(seq)
      if (old && old.opId !== opId && old.bodyHash === bodyHash) found.add(opId)
    }
  }
  return found
}

function doneInOrder({ history, server, plan }: RunEvidence): Violation[] {
  // A server whose clock steps back says nothing about order by its times.
  if (plan.faults.some(({ kind }) => kind === 'server clock')) return []
  // A phone and its copy write under the same numbers.
  if (history.some(({ kind }) => kind === 'copied')) return []
  const found: Violation[] = []
  const orderingKeys = new Map<string, string>()
  for (const { upserted: put } of outboxSteps(history))
    for (const entry of put) orderingKeys.set(entry.opId, entry.lane)
  // Checked by its place, with the transfers: in the old place it has a number of its own.
  const again = sentAgain(history)
  const last = new Map<string, { at: string; seq: number }>()
  const rows = server.operations
    .filter((row) => row.result.state === 'done' && !again.has(row.op_id) && !isOfDoor(row))
    .sort((a, b) => Number(a.device_seq) - Number(b.device_seq))
  for (const row of rows) {
    const orderingKey = `${row.device_id} ${row.epoch} ${row.user_id} ${orderingKeys.get(row.op_id) ?? ''}`
    const before = last.get(orderingKey)
    if (before && before.at > row.executed_at) {
      found.push({
        invariant: 'I6',
        message: `place ${row.device_seq} of ${orderingKey} was executed before place ${before.seq}`,
      })
    }
    last.set(orderingKey, { at: row.executed_at, seq: Number(row.device_seq) })
  }
  return found
}
