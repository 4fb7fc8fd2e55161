import type { TransferredOperation } from '#contract/transferred-work.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findEntry, listByOrderingKey } from '#data/outbox-entries.ts'
import { needsNewId } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { isLaterAttempt } from '../outbox/attempt.ts'
import { attemptIdPrefix, isLaterAttemptId } from '../outbox/attempt-id.ts'

/**
 * The refused operation on this phone that the given one is a later attempt of: its author sent it again before it
 * was transferred.
 */
export async function findRefusedAttempt(
  db: AccountDatabase,
  operation: TransferredOperation,
): Promise<OutboxEntry | undefined> {
  return (await listByOrderingKey(db, operation.lane)).find(
    (entry) => isLaterAttempt(operation, entry) && operation.bodyHash === entry.bodyHash && needsNewId(entry),
  )
}

/**
 * Whether this phone has the operation or had it: what left the outbox has its line in the audit. It may be here
 * under the id of another attempt: a later one, or an earlier one whose final refusal this phone does not know yet.
 */
export async function isKnown(db: AccountDatabase, operation: TransferredOperation): Promise<boolean> {
  const { opId, lane } = operation
  if (await findEntry(db, opId)) return true
  const lines = await db.run(() => db.audit.where('subject').equals(lane).toArray())
  if (lines.some((line) => line.opId === opId || (line.opId && isLaterAttemptId(line.opId, opId))))
    return true
  const earlier = (await listByOrderingKey(db, lane)).some((entry) => isLaterAttempt(operation, entry))
  return earlier && !(await findRefusedAttempt(db, operation))
}

/**
 * What a transferred operation depends on here: a dependency that is transferred with it and is here under the id of
 * another attempt is replaced by that one. A dependency that is not transferred was executed, or is not in the other
 * phone's outbox any more.
 */
export async function resolveDependencies(
  db: AccountDatabase,
  { dependsOn }: TransferredOperation,
  transferredIds: ReadonlySet<string>,
): Promise<string[]> {
  const ids: string[] = []
  for (const opId of dependsOn) ids.push(transferredIds.has(opId) ? await findLocalAttempt(db, opId) : opId)
  return ids
}

async function findLocalAttempt(db: AccountDatabase, opId: string): Promise<string> {
  const attempts = await db.run(() => db.outbox.where('opId').startsWith(attemptIdPrefix(opId)).toArray())
  if (attempts.some((entry) => entry.opId === opId)) return opId
  const localAttempt = attempts.find(
    (entry) => isLaterAttemptId(entry.opId, opId) || isLaterAttemptId(opId, entry.opId),
  )
  return localAttempt?.opId ?? opId
}
