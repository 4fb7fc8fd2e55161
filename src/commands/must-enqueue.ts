import type { OperationType } from '#contract/operations.ts'
import { isUnsent } from '#data/outbox-entry.ts'
import { refreshPending } from '#data/records.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { listEntriesBehind, unblock } from '#sync/outbox/dependents.ts'
import { cancelEntries, repointDependents } from '#sync/outbox/enqueue.ts'
import type { WriteTransaction } from '#sync/outbox/writer.ts'

/** The server said no. Were it executed later after all, it would refuse the second one: no such operation happens twice. */
function isRefused({ state, last }: OutboxEntry): boolean {
  return state === 'attention' && last?.kind === 'refused'
}

/**
 * Whether an operation of this type has to be queued for a record with these entries: not while one is on its way, which a
 * second tap or a second tab requests again, nor while the outcome of one is open. One that the server refused ends, with a
 * copy in the audit: what the person asks for now takes its place.
 */
export async function mustEnqueue(
  tx: WriteTransaction,
  type: OperationType,
  entries: readonly OutboxEntry[],
): Promise<boolean> {
  const { db, now } = tx
  const same = entries.filter((entry) => entry.type === type && isUnsent(entry))
  const refused = same.filter(isRefused)
  if (refused.length < same.length) return false
  const behind: OutboxEntry[] = []
  for (const entry of refused) behind.push(...(await listEntriesBehind(db, entry)))
  await cancelEntries(db, refused, 'superseded', toInstant(now))
  for (const { opId } of refused) behind.push(...(await repointDependents(db, opId, null)))
  await refreshPending(db, [...(await unblock(db, behind)), ...behind.map(({ lane }) => lane)])
  return true
}
