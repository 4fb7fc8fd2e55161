import { boxOf } from './carried.ts'
import type { Evidence, Violation } from './evidence.ts'
import { outboxSteps } from './outbox-model.ts'

/** Places of outboxes and ids of operations that stand for one and the same writing, each by one of them. */
class Writings {
  readonly #same = new Map<string, string>()

  of(name: string): string {
    const next = this.#same.get(name)
    if (next === undefined || next === name) return name
    const first = this.of(next)
    this.#same.set(name, first)
    return first
  }

  join(one: string, other: string): void {
    this.#same.set(this.of(one), this.of(other))
  }
}

/**
 * What was written once: it stays in its place of an outbox, letter for letter, also when it is sent again under another
 * id; and it comes into other outboxes under one of its ids.
 */
function followWritings({ history }: Evidence): Writings {
  const writings = new Writings()
  for (const step of outboxSteps(history)) {
    for (const { epoch, seq, bodyHash, opId } of step.put) {
      writings.join(`${boxOf(step)} ${epoch} ${seq} ${bodyHash}`, opId)
    }
  }
  return writings
}

/** I2: under however many ids and on however many phones a writing is sent again, the server does it once. */
export function checkTries(evidence: Evidence): Violation[] {
  const writings = followWritings(evidence)
  const done = new Map<string, string>()
  return evidence.server.operations.flatMap(({ op_id, result }): Violation[] => {
    if (result.state !== 'done') return []
    const writing = writings.of(op_id)
    const before = done.get(writing)
    done.set(writing, op_id)
    return before === undefined
      ? []
      : [{ law: 'I2', message: `${op_id} was done, and ${before} for the same` }]
  })
}

/** Operations that more than one outbox sent again under a new id. */
export function sentAgainOnBoth(history: Evidence['history']): Set<string> {
  const senders = new Map<string, string>()
  const found = new Set<string>()
  for (const step of outboxSteps(history)) {
    for (const { opId, seq, bodyHash } of step.put) {
      const old = step.before.get(seq)
      if (!old || old.opId === opId || old.bodyHash !== bodyHash) continue
      const sender = boxOf(step)
      if ((senders.get(opId) ?? sender) !== sender) found.add(opId)
      senders.set(opId, sender)
    }
  }
  return found
}
