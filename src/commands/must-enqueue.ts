import type { OperationType } from '#contract/operations.ts'
import { isUnsent, wasNeverSent } from '#data/outbox-entry.ts'
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

/** Ends operations that what the person asks for now takes the place of, with copies in the audit. */
async function supersede({ db, now }: WriteTransaction, ended: readonly OutboxEntry[]): Promise<void> {
  const behind: OutboxEntry[] = []
  for (const entry of ended) behind.push(...(await listEntriesBehind(db, entry)))
  await cancelEntries(db, ended, 'superseded', toInstant(now))
  for (const { opId } of ended) behind.push(...(await repointDependents(db, opId, null)))
  await refreshPending(db, [...(await unblock(db, behind)), ...behind.map(({ lane }) => lane)])
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
  const same = entries.filter((entry) => entry.type === type && isUnsent(entry))
  const refused = same.filter(isRefused)
  if (refused.length < same.length) return false
  await supersede(tx, refused)
  return true
}

/**
 * Takes a deletion back that was never sent: the person writes the record again. Returns the entries that are left. One
 * that was sent is executed before the write, which brings the record back.
 */
export async function takeBackDeletion(
  tx: WriteTransaction,
  type: 'customer.delete' | 'product.delete',
  entries: readonly OutboxEntry[],
): Promise<readonly OutboxEntry[]> {
  const waiting = entries.filter((entry) => entry.type === type && isUnsent(entry) && wasNeverSent(entry))
  if (waiting.length > 0) await supersede(tx, waiting)
  return entries.filter((entry) => !waiting.includes(entry))
}
