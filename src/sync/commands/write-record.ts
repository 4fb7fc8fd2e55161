import { listLane } from '#data/outbox-entries.ts'
import type { Account } from '#session/account.ts'
import { pendingOf } from '../outbox/entry.ts'
import type { FrozenOperation } from '../outbox/freeze-operation.ts'
import { type Ground, isSameGround, queueWriting } from '../outbox/supersede.ts'
import { type AnyRecord, holdServerForm, readRecord, refreshPending, writeRecord } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { type FileWork, NO_FILE_WORK, queueFiles } from './file-work.ts'

/**
 * Writes a customer, product or expense and the operation about it in one transaction; `false` when the record or what
 * is queued about it moved on since it was read, and the operation has to be frozen anew. `files` is what follows for
 * the files of an expense.
 */
export function writeCatalogueRecord(
  account: Account,
  written: AnyRecord,
  operation: FrozenOperation,
  ground: Ground<unknown>,
  now: number,
  files: FileWork = NO_FILE_WORK,
): Promise<boolean> {
  const { db } = account
  const { kind, record } = written
  return workTransaction(db, async () => {
    const current = await readRecord(db, kind, record.id)
    if ((current?.record.rev ?? 0) !== record.rev) return false
    if (!(await isSameGround(db, operation.lane, ground))) return false
    await holdServerForm(db, kind, record.id)
    const lanes = await queueWriting(account, operation, [], now)
    await queueFiles(account, files, operation.opId, now)
    await writeRecord(db, written, pendingOf(await listLane(db, operation.lane)))
    await refreshPending(db, lanes)
    return true
  })
}
