import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'
import { outboxKey } from './transferred.ts'

/** Outbox positions and operation ids that belong to the same write, each represented by one of them. */
class WriteGroups {
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
function groupWrites({ history }: RunEvidence): WriteGroups {
  const groups = new WriteGroups()
  for (const step of outboxSteps(history)) {
    for (const { epoch, seq, bodyHash, opId } of step.upserted) {
      groups.join(`${outboxKey(step)} ${epoch} ${seq} ${bodyHash}`, opId)
    }
  }
  return groups
}

/** I2: under however many ids and on however many phones a writing is sent again, the server does it once. */
export function checkAttempts(evidence: RunEvidence): Violation[] {
  const groups = groupWrites(evidence)
  const done = new Map<string, string>()
  return evidence.server.operations.flatMap(({ op_id, result }): Violation[] => {
    if (result.state !== 'done') return []
    const group = groups.of(op_id)
    const before = done.get(group)
    done.set(group, op_id)
    return before === undefined
      ? []
      : [{ invariant: 'I2', message: `${op_id} was done, and ${before} for the same` }]
  })
}

/** Operations that more than one outbox sent again under a new id. */
export function sentAgainOnBoth(history: RunEvidence['history']): Set<string> {
  const senders = new Map<string, string>()
  const found = new Set<string>()
  for (const step of outboxSteps(history)) {
    for (const { opId, seq, bodyHash } of step.upserted) {
      const old = step.before.get(seq)
      if (!old || old.opId === opId || old.bodyHash !== bodyHash) continue
      const sender = outboxKey(step)
      if ((senders.get(opId) ?? sender) !== sender) found.add(opId)
      senders.set(opId, sender)
    }
  }
  return found
}
