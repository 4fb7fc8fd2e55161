import { listLane } from '#data/outbox-entries.ts'
import { applyRecords as apply } from '#sync/inbox/apply-record.ts'
import { laneOf, pendingOf } from '#sync/outbox/entry.ts'
import { type AnyRecord, readRecord, writeRecord } from '#sync/records.ts'

/** Planted: whatever comes last is laid over the record, also what is older. */
export const applyRecords: typeof apply = async (db, changes, how) => {
  for (const { t, id, rev, op, row } of changes) {
    const kept = await readRecord(db, t, id)
    if (!kept || op !== 'put' || row === null || rev >= kept.record.rev) continue
    const lowered = { ...kept, record: { ...kept.record, rev: rev - 1 } } as AnyRecord
    await writeRecord(db, lowered, pendingOf(await listLane(db, laneOf(t, id))))
  }
  return apply(db, changes, how)
}
