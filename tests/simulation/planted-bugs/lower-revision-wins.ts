import { applyRecords as apply } from '#data/apply-record.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf, pendingOf } from '#data/outbox-entry.ts'
import { type AnyRecord, findRecord, upsertRecord } from '#data/records.ts'

/** Planted: the last version to arrive replaces the record, also an older one. */
export const applyRecords: typeof apply = async (db, changes, how) => {
  for (const { t, id, rev, op, row } of changes) {
    const stored = await findRecord(db, t, id)
    if (!stored || op !== 'put' || row === null || rev >= stored.record.rev) continue
    const lowered = { ...stored, record: { ...stored.record, rev: rev - 1 } } as AnyRecord
    await upsertRecord(db, lowered, pendingOf(await listByOrderingKey(db, orderingKeyOf(t, id))))
  }
  return apply(db, changes, how)
}
