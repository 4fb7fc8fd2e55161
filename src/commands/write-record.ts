import { listByOrderingKey } from '#data/outbox-entries.ts'
import { pendingOf } from '#data/outbox-entry.ts'
import { type AnyRecord, findRecord, refreshPending, saveServerCopy, upsertRecord } from '#data/records.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Account } from '#session/account.ts'
import { enqueueFiles, type FileOperations, NO_FILE_OPERATIONS } from '#sync/outbox/file-operations.ts'
import { enqueueOrReplace, isSameMergeBase, type MergeBase } from '#sync/outbox/replace-pending.ts'
import type { SerializedOperation } from '#sync/outbox/serialize-operation.ts'

/**
 * Writes a customer, product or expense and the operation about it in one transaction; `false` when the record or what
 * is queued about it moved on since it was read, and the operation has to be frozen anew. `files` is what follows for
 * the files of an expense.
 */
export function writeCatalogueRecord(
  account: Account,
  written: AnyRecord,
  operation: SerializedOperation,
  mergeBase: MergeBase<unknown>,
  now: number,
  files: FileOperations = NO_FILE_OPERATIONS,
): Promise<boolean> {
  const { db } = account
  const { kind, record } = written
  return workTransaction(db, async () => {
    const current = await findRecord(db, kind, record.id)
    if ((current?.record.rev ?? 0) !== record.rev) return false
    if (!(await isSameMergeBase(db, operation.lane, mergeBase))) return false
    await saveServerCopy(db, kind, record.id)
    const orderingKeys = await enqueueOrReplace(account, operation, [], now)
    await enqueueFiles(account, files, operation.opId, now)
    await upsertRecord(db, written, pendingOf(await listByOrderingKey(db, operation.lane)))
    await refreshPending(db, orderingKeys)
    return true
  })
}
