import { deleteOrphanedOverlays } from '#data/aggregates.ts'
import { insertAudit } from '#data/audit.ts'
import { findMeta } from '#data/meta.ts'
import { namelessOrderingKey, updateEntries } from '#data/outbox-entries.ts'
import { damagedField, isBodyIntact, placeholderOf } from '#data/outbox-entry-schema.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { blockDependents } from './dependents.ts'
import { nextDeviceSeq } from './enqueue.ts'

/** A row of the outbox that cannot be sent as it is stored. */
export type DamagedEntry = {
  readonly seq: number
  /** The row; `undefined` when the storage does not return it. */
  readonly row: unknown
  /** The field that is wrong, or `unreadable`. */
  readonly reason: string
  /** What an index still contains of an unreadable row. */
  readonly opId?: string
  readonly lane?: string
}

const OTHER_ACCOUNT = 'account'

/** Separates rows of the outbox, as read, into valid entries and damaged ones. */
export function partitionEntries(rows: readonly OutboxEntry[]): {
  readonly sound: OutboxEntry[]
  readonly damaged: DamagedEntry[]
} {
  const sound: OutboxEntry[] = []
  const damaged: DamagedEntry[] = []
  for (const row of rows) {
    const reason = damagedField(row)
    if (reason === undefined) sound.push(row)
    else damaged.push({ seq: row.seq, row, reason })
  }
  return { sound, damaged }
}

/**
 * Entries of a batch that must not be sent: their text is not the one that was queued, or they belong to another
 * account.
 */
export function listUnsendable(
  { companyId, userId }: Account,
  entries: readonly OutboxEntry[],
): DamagedEntry[] {
  return entries.flatMap((entry): DamagedEntry[] => {
    const foreign = entry.companyId !== companyId || entry.userId !== userId
    if (!foreign && isBodyIntact(entry)) return []
    return [{ seq: entry.seq, row: entry, reason: foreign ? OTHER_ACCOUNT : 'bodyHash' }]
  })
}

/**
 * Replaces each damaged row by an entry that needs a person, blocks its dependents, and keeps the original row in the
 * audit with the reason. Call inside the work transaction. Returns the ordering keys whose records show it now.
 */
export async function quarantineEntries(
  { db, companyId, userId }: Account,
  damaged: readonly DamagedEntry[],
  now: number,
): Promise<string[]> {
  if (damaged.length === 0) return []
  const epoch = (await findMeta(db, 'epoch')) ?? ''
  const at = toInstant(now)
  const orderingKeys: string[] = []
  for (const { seq, row, reason, opId, lane } of damaged) {
    const known = placeholderOf(row, {
      seq,
      opId: opId ?? db.ports.newId(),
      lane: lane ?? namelessOrderingKey(seq),
      epoch,
      companyId: companyId ?? '',
      userId,
      createdAt: at,
    })
    // Its number is gone, and one that another operation had would name both.
    const placeholder = known.deviceSeq > 0 ? known : { ...known, deviceSeq: await nextDeviceSeq(db) }
    // A row with a damaged state counted as unsent, like every state but `done`.
    await updateEntries(db, [placeholder], [{ ...placeholder, state: 'queued' }])
    await insertAudit(db, {
      at,
      action: 'quarantined',
      subject: placeholder.lane,
      opId: placeholder.opId,
      detail: { reason, row },
    })
    orderingKeys.push(placeholder.lane, ...(await blockDependents(db, placeholder)))
  }
  // Of a row without its id nothing says any more which totals were its own.
  await deleteOrphanedOverlays(db)
  return orderingKeys
}
