import { canonicalJson } from '#contract/canonical-json.ts'
import { databaseName } from '#data/account-database.ts'
import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'
import { outboxKey } from './transferred.ts'

/** A text of an expense in one outbox: when it was first queued there, and under which ids it ever was. */
type Text = { readonly since: number; readonly opIds: Set<string> }

/** By outbox and expense, then by the text itself. */
function textsByExpense({ history }: RunEvidence): Map<string, Map<string, Text>> {
  const found = new Map<string, Map<string, Text>>()
  for (const [since, step] of outboxSteps(history).entries()) {
    for (const { type, lane, opId, body, writtenBy } of step.upserted) {
      if (type !== 'expense.save' || writtenBy) continue
      const key = `${outboxKey(step)} ${lane}`
      const texts = found.get(key) ?? new Map<string, Text>()
      // Written by `saveExpense` of the phone.
      const { fields } = JSON.parse(body) as { readonly fields: object }
      const text = canonicalJson(fields)
      const known = texts.get(text) ?? { since, opIds: new Set() }
      known.opIds.add(opId)
      found.set(key, texts.set(text, known))
    }
  }
  return found
}

type Done = RunEvidence['server']['operations'][number]

/** What is done in one request has one time, and the order of its device numbers. */
function isAfter(one: Done, other: Done): boolean {
  if (one.executed_at !== other.executed_at) return one.executed_at > other.executed_at
  return Number(one.device_seq) > Number(other.device_seq)
}

/** By outbox and expense: the last write that was reported to the user as saved. */
function lastWrites({ history }: RunEvidence): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of history) {
    if (entry.kind !== 'command' || entry.outcome !== 'kept' || entry.expenseId === undefined) continue
    const outbox = outboxKey({ phone: entry.phone, database: databaseName(entry.account) })
    const key = `${outbox} exp:${entry.expenseId}`
    if (entry.content === undefined) found.delete(key)
    else found.set(key, entry.content)
  }
  return found
}

/**
 * I6: an earlier write of a person to an expense is not executed after their last one, also not when the
 * earlier one was refused and they send it again.
 */
export function checkLastWrite(evidence: RunEvidence): Violation[] {
  const { server, plan } = evidence
  // A server whose clock steps back says nothing about order by its times.
  if (plan.faults.some(({ kind }) => kind === 'server clock')) return []
  const done = new Map(server.operations.map((row) => [row.op_id, row]))
  const rowsOf = ({ opIds }: Text) =>
    [...opIds].flatMap((opId) => {
      const row = done.get(opId)
      return row?.result.state === 'done' ? [row] : []
    })
  const found: Violation[] = []
  const lastByKey = lastWrites(evidence)
  for (const [key, texts] of textsByExpense(evidence)) {
    const last = texts.get(lastByKey.get(key) ?? '')
    const lastDone = last ? rowsOf(last) : []
    if (!last || lastDone.length === 0) continue
    const earlier = [...texts.values()].filter(({ since }) => since < last.since).flatMap(rowsOf)
    const late = earlier.find((row) => lastDone.every((other) => isAfter(row, other)))
    if (late)
      found.push({ invariant: 'I6', message: `${key}: ${late.op_id} was done after what was written last` })
  }
  return found
}
