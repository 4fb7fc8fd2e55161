import { Dexie } from 'dexie'
import { upsertMeta } from '#data/meta.ts'
import { type insertEntry as add, countPending } from '#data/outbox-entries.ts'

/** Planted: the count of unsent work is raised after the transaction that queued it. */
export const insertEntry: typeof add = async (db, entry) => {
  Dexie.currentTransaction.on('complete', () => {
    void Dexie.ignoreTransaction(() =>
      db.transaction('rw', db.meta, async () => upsertMeta(db, 'pending', (await countPending(db)) + 1)),
    )
  })
  return db.outbox.add(entry)
}
