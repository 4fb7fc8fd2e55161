import { Dexie } from 'dexie'
import { writeMeta } from '#data/meta.ts'
import { type addEntry as add, countPending } from '#data/outbox-entries.ts'

/** Planted: the count of unsent work is raised after the transaction that queued it. */
export const addEntry: typeof add = async (db, entry) => {
  Dexie.currentTransaction.on('complete', () => {
    void Dexie.ignoreTransaction(() =>
      db.transaction('rw', db.meta, async () => writeMeta(db, 'pending', (await countPending(db)) + 1)),
    )
  })
  return db.outbox.add(entry)
}
