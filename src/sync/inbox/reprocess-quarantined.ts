import * as v from 'valibot'
import { changeSchema } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import type { FeedPosition } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'

/** Databases that this page or worker has checked: what it cannot read now it never can. */
const checkedDatabases = new WeakSet<AccountDatabase>()

/**
 * Once in the life of a page or worker, because a new one may have a newer version: finds quarantined changes that an
 * older version could not read and this one can, and rewinds the cursor to the first of them. The quarantined copy
 * itself is not applied: the record may have changed or been deleted since. Where the position in the feed is not
 * known, the replica is compared at once. Call it before a page is requested, under the same lock.
 */
export async function reprocessQuarantined(db: AccountDatabase): Promise<void> {
  if (checkedDatabases.has(db)) return
  if ((await db.run(() => db.aside.count())) > 0) await rewindCursor(db)
  checkedDatabases.add(db)
}

async function rewindCursor(db: AccountDatabase): Promise<void> {
  await workTransaction(db, async () => {
    const rows = await db.aside.toArray()
    const readable = rows.filter(({ change }) => v.safeParse(changeSchema, change).success)
    if (readable.length === 0) return
    await db.aside.bulkDelete(readable.flatMap(({ n }) => n ?? []))
    if ((await findMeta(db, 'cursor')) === undefined) return
    const places = readable.flatMap(({ came }) => came ?? [])
    const [first] = places.sort((a: FeedPosition, b: FeedPosition) => a.upTo - b.upTo)
    if (first) await (first.after === null ? deleteMeta(db, 'cursor') : upsertMeta(db, 'cursor', first.after))
    if (places.length < readable.length) await upsertMeta(db, 'replica-due', 0)
  })
}
