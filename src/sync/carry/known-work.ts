import type { CarriedOperation } from '#contract/carried-work.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findEntry, listLane } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { needsNewId } from '../outbox/entry.ts'
import { isLaterTry, timeOf } from '../outbox/next-try.ts'

/** What the server refused of this phone, and the operation is: its writer sent it again before it was carried here. */
export async function refusedBefore(
  db: AccountDatabase,
  { opId, lane, bodyHash }: CarriedOperation,
): Promise<OutboxEntry | undefined> {
  return (await listLane(db, lane)).find(
    (entry) => isLaterTry(opId, entry.opId) && bodyHash === entry.bodyHash && needsNewId(entry),
  )
}

/**
 * Whether this phone has it, or had it: what left the outbox has its line in the audit. It may be here under the id of
 * another try: a later one, or an earlier one of which this phone has not heard yet that it was refused for good.
 */
export async function isKnown(db: AccountDatabase, operation: CarriedOperation): Promise<boolean> {
  const { opId, lane } = operation
  if (await findEntry(db, opId)) return true
  const lines = await db.audit.where('subject').equals(lane).toArray()
  if (lines.some((line) => line.opId === opId || (line.opId && isLaterTry(line.opId, opId)))) return true
  const earlier = (await listLane(db, lane)).some((entry) => isLaterTry(opId, entry.opId))
  return earlier && !(await refusedBefore(db, operation))
}

/**
 * What a carried operation waits for here: of what travels with it and is here under the id of another try, that one. What
 * does not travel is done, or its giver owes it no more.
 */
export async function waitsFor(
  db: AccountDatabase,
  { dependsOn }: CarriedOperation,
  travelling: ReadonlySet<string>,
): Promise<string[]> {
  const ids: string[] = []
  for (const opId of dependsOn) ids.push(travelling.has(opId) ? await heldAs(db, opId) : opId)
  return ids
}

async function heldAs(db: AccountDatabase, opId: string): Promise<string> {
  const tries = await db.outbox.where('opId').startsWith(timeOf(opId)).toArray()
  if (tries.some((entry) => entry.opId === opId)) return opId
  const held = tries.find((entry) => isLaterTry(entry.opId, opId) || isLaterTry(opId, entry.opId))
  return held?.opId ?? opId
}
