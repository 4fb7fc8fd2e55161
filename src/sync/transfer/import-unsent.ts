import type {
  OperationAuthor,
  TransferredFile,
  TransferredOperation,
  TransferredWork,
} from '#contract/transferred-work.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { insertAudit } from '#data/audit.ts'
import { findFile, findFileContent, upsertFile } from '#data/files.ts'
import { hashText } from '#data/hash-text.ts'
import { findMeta } from '#data/meta.ts'
import { insertEntry, listByOrderingKey, listByOrderingKeys } from '#data/outbox-entries.ts'
import {
  fileOfOrderingKey,
  isKnownOperation,
  isUnsent,
  orderingKeyOf,
  pendingOf,
} from '#data/outbox-entry.ts'
import { findRecord, refreshPending, saveServerCopy, upsertRecord } from '#data/records.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { can } from '#domain/permissions/can.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import { findSession } from '#session/current-session.ts'
import { attemptOf } from '../outbox/attempt.ts'
import {
  type CommandDeps,
  type CommandResult,
  refusedWithCode,
  runCommand,
} from '../outbox/command-result.ts'
import { isStuck } from '../outbox/dependents.ts'
import { newEntry, nextDeviceSeq } from '../outbox/enqueue.ts'
import { type ImportedRow, rowsOfImport, showImported } from '../outbox/imported-rows.ts'
import { requeueAs } from '../outbox/requeue.ts'
import { upsertSaleOverlay } from '../outbox/sale-overlay.ts'
import type { SerializedOperation } from '../outbox/serialize-operation.ts'
import { findRefusedAttempt, isKnown, resolveDependencies } from './known-operations.ts'
import { type ImportContext, writtenRecord } from './written-record.ts'

/** Why decrypted work is not imported. */
export type ImportRefusal = 'foreign-company' | 'other-person' | 'newer' | 'damaged'

export type ImportResult =
  /** How many operations are new on this phone, and how many it already had or had sent. */
  | { readonly kind: 'taken'; readonly imported: number; readonly known: number }
  | { readonly kind: 'refused'; readonly code: ImportRefusal }

/** Entries imported in one transaction: each is durable, and an interrupted import continues where it was. */
const CHUNK = 25

function writerOf(work: TransferredWork, operation: TransferredOperation): OperationAuthor {
  return operation.writtenBy ?? work.writer
}

/** Whether this user may import it: their own work, or as the owner that of any user of the company. */
export async function validateTransfer(
  account: Account,
  work: TransferredWork,
): Promise<ImportRefusal | undefined> {
  if (work.companyId !== account.companyId) return 'foreign-company'
  const session = await findSession(account.db)
  const { user } = session ?? {}
  const actor = user && {
    userId: user.id,
    userType: user.user_type,
    companyId: user.company_id,
    organizationId: user.organization_id,
  }
  const mayDeliverAny = actor !== undefined && can(actor, 'queue.deliver', { companyId: work.companyId })
  const own = work.operations.every((one) => writerOf(work, one).userId === account.userId)
  if (!own && !mayDeliverAny) return 'other-person'
  if (!work.operations.every(isKnownOperation)) return 'newer'
  const isDamaged = work.operations.some(({ body, bodyHash }) => hashText(body) !== bodyHash)
  return isDamaged ? 'damaged' : undefined
}

/**
 * Imports one operation into the outbox, with its record; `false` when this phone knows it. One that was refused here
 * takes its own old position: what was written later stays later.
 */
async function importOperation(
  account: Account,
  operation: TransferredOperation,
  context: ImportContext,
  now: number,
): Promise<boolean> {
  const { db } = account
  if (await isKnown(db, operation)) return false
  const { opId, lane, type, v, body, bodyHash, createdAt } = operation
  const at = toInstant(now)
  const dependsOn = await resolveDependencies(db, operation, context.transferredIds)
  const refused = await findRefusedAttempt(db, operation)
  if (refused) {
    const handedOver = {
      ...refused,
      handedOverAt: refused.handedOverAt ?? at,
      dependsOn: [...new Set([...refused.dependsOn, ...dependsOn])],
    }
    await requeueAs(account, handedOver, { opId, ...attemptOf(operation) }, now)
    return true
  }
  const record = await writtenRecord(db, operation, context)
  if (record) {
    const before = await findRecord(db, record.kind, record.record.id)
    await saveServerCopy(db, before, await listByOrderingKey(db, operation.lane))
  }
  const [contact, epoch] = [await findMeta(db, 'contact'), await findMeta(db, 'epoch')]
  // Its type was checked before.
  const serialized = { opId, type, v, lane, body, bodyHash } as SerializedOperation
  // Behind an entry that needs a person here it starts as blocked.
  const stuck = await isStuck(db, { lane, dependsOn, seq: Number.POSITIVE_INFINITY })
  const deviceSeq = await nextDeviceSeq(db)
  await insertEntry(db, {
    ...newEntry(account, serialized, dependsOn, now, { contact, epoch }),
    ...attemptOf(operation),
    deviceSeq,
    ...(stuck ? { state: 'blocked' as const } : {}),
    createdAt,
    writtenBy: context.writer,
    // The other phone may have sent it: it can no longer be canceled or replaced.
    firstSentAt: at,
  })
  await insertAudit(db, {
    at,
    action: `${type} taken over`,
    subject: lane,
    opId,
    detail: { ...context.writer },
  })
  if (record) {
    const pending = pendingOf(await listByOrderingKey(db, lane))
    await upsertRecord(db, record, pending)
    if (record.kind === 'invoice' && type === 'invoice.submit' && pending.kind !== 'attention')
      await upsertSaleOverlay(db, opId, record.record)
  }
  const rows = rowsOfImport(operation)
  if (rows.length > 0) await showImported(db, context.company.id, lane, await withoutWork(db, rows))
  await refreshPending(db, [lane])
  return true
}

/** Rows of a file about records that this phone has no unsent work of. */
async function withoutWork(db: AccountDatabase, rows: readonly ImportedRow[]): Promise<ImportedRow[]> {
  const keys = rows.map(({ kind, id }) => orderingKeyOf(kind, id))
  const entries = await listByOrderingKeys(db, keys)
  return rows.filter((_, at) => !(entries.get(keys[at] ?? '') ?? []).some(isUnsent))
}

/** Imports operations in batches; returns how many this phone did not know. */
async function importOperations(
  account: Account,
  operations: readonly TransferredOperation[],
  contextOf: (operation: TransferredOperation) => ImportContext,
  now: number,
): Promise<number> {
  let imported = 0
  for (let start = 0; start < operations.length; start += CHUNK) {
    const chunk = operations.slice(start, start + CHUNK)
    imported += await workTransaction(account.db, async () => {
      let count = 0
      for (const operation of chunk) {
        if (await importOperation(account, operation, contextOf(operation), now)) count += 1
      }
      return count
    })
  }
  return imported
}

/** Stores a file for the operations that need it, unless this phone has it or has sent it completely. */
async function insertFileContent(
  { db }: Account,
  { sha256, type, size }: TransferredFile,
  content: ArrayBuffer,
  wanting: readonly TransferredOperation[],
  now: number,
): Promise<void> {
  const known = await Promise.all(wanting.map((operation) => isKnown(db, operation)))
  if (known.every(Boolean)) return
  const [row, here] = await Promise.all([findFile(db, sha256), findFileContent(db, sha256)])
  // A file that the server refused was damaged on this phone; the imported one matches its hash.
  if (here && !row?.refused) return
  await upsertFile(db, { sha256, type, size, at: now, sent: 0 }, content)
}

/**
 * Imports work of another phone into this one's queue: durable when it resolves, under the same operation ids, so
 * that it is executed once whichever phone sends it first. Importing the same work again adds nothing. `contents` are
 * those of the files that the work names; a phone too full for them has everything else by then.
 */
export function importUnsent(
  account: Account,
  deps: CommandDeps,
  work: TransferredWork,
  contents: readonly ArrayBuffer[] = [],
): Promise<CommandResult<ImportResult>> {
  const { db } = account
  return runCommand(db, deps, async () => {
    const code = await validateTransfer(account, work)
    if (code !== undefined) return ok<ImportResult>({ kind: 'refused', code })
    // A blocked company may not sell; earlier sales may still be imported.
    const company = (await findSession(db))?.company
    if (!company) return refusedWithCode('FORBIDDEN')
    const now = deps.ports.clock.now()
    const transferredIds = new Set(work.operations.map(({ opId }) => opId))
    const shared = { company, transferredIds }
    const contextOf = (operation: TransferredOperation) => ({ ...shared, writer: writerOf(work, operation) })
    const shaOf = ({ lane }: TransferredOperation) => fileOfOrderingKey(lane)?.sha256
    const others = work.operations.filter((one) => shaOf(one) === undefined)
    let imported = await importOperations(account, others, contextOf, now)
    for (const [index, content] of contents.entries()) {
      const file = work.files?.[index]
      if (!file) continue
      const wanting = work.operations.filter((one) => shaOf(one) === file.sha256)
      await insertFileContent(account, file, content, wanting, now)
      imported += await importOperations(account, wanting, contextOf, now)
    }
    return ok<ImportResult>({ kind: 'taken', imported, known: work.operations.length - imported })
  })
}
