import { collectionFromRow } from '#data/collection-row.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf, pendingOf, wasNeverSent } from '#data/outbox-entry.ts'
import { deleteRecord, upsertRecord } from '#data/records.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { cancelEntries, repointDependents } from '#sync/outbox/enqueue.ts'
import { write } from '#sync/outbox/writer.ts'

/**
 * Cancels a collection that was entered by mistake; the invoice is owed again. One that was never sent leaves nothing to
 * send: behind a sale that becomes a draft again the server would have to refuse both.
 */
export function cancelCollection(
  account: Account,
  deps: CommandDeps,
  collectionId: string,
): Promise<CommandResult<null>> {
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'collection.cancel')
    if (!known.ok) return known
    const row = await db.collections.get(collectionId)
    if (!row) return refusedWithCode('COLLECTION_NOT_FOUND')
    if (row.canceled) return ok(null)
    const orderingKey = orderingKeyOf('collection', collectionId)
    const saved = (await listByOrderingKey(db, orderingKey)).find(({ type }) => type === 'collection.save')
    if (saved && wasNeverSent(saved)) {
      await cancelEntries(db, [saved], 'canceled before it was sent', toInstant(tx.now))
      await repointDependents(db, saved.opId, null)
      await deleteRecord(db, 'collection', collectionId)
      return ok(null)
    }
    const canceledAt = await tx.moment()
    await tx.enqueue('collection.cancel', orderingKey, { collectionId, at: canceledAt })
    const record = { ...collectionFromRow(row), canceled: true, canceledAt }
    const entries = await listByOrderingKey(db, orderingKey)
    await upsertRecord(db, { kind: 'collection', record }, pendingOf(entries))
    return ok(null)
  })
}
