import type { Transaction } from 'kysely'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { OperationResult, PushedOperation } from '#contract/sync.ts'
import { UNSTORED_REFUSALS } from '#contract/unstored-refusals.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findOpenHold } from '../../storage/fiscal/numbering-holds.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database, Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { isServerFault, isUnstorableValue } from '../../storage/sql-errors.ts'
import { findChangeId } from '../../storage/sync/changes.ts'
import {
  claimOperation,
  findOperation,
  type LedgerEntry,
  type StoredOperation,
  updateOperationResult,
} from '../../storage/sync/operations.ts'
import type { ServiceContext } from '../context.ts'
import type { Executed } from './execution.ts'
import { RetryLater } from './retry-later.ts'

/** Where an operation comes from: the person and the device that bring it. */
export type PushSource = { readonly userId: string; readonly deviceId: string; readonly epoch: string }

/** What a push answers about an operation, and the identity that has something to send because of it. */
export type OperationOutcome = {
  readonly result: OperationResult
  readonly identityToWake?: string | undefined
}

/** Refusals that a restored backup alone can cause: what they miss may be on its way back from another phone. */
const MISSING_AFTER_RESTORE: ReadonlySet<ErrorCode> = new Set([
  'INVOICE_NOT_FOUND',
  'INVOICE_PRODUCT_UNKNOWN',
  'INVOICE_CUSTOMER_UNKNOWN',
  'CUSTOMER_NOT_FOUND',
  'PRODUCT_NOT_FOUND',
  'EXPENSE_NOT_FOUND',
])

const NUMBERING_HELD_RETRY_MS = 60_000
const UNEXPECTED_RETRY_MS = 30_000

/** What the ledger keeps of an operation beside its answer. */
export function ledgerEntryOf(source: PushSource, operation: PushedOperation): LedgerEntry {
  return {
    ...source,
    writtenBy: operation.writtenBy?.userId ?? null,
    writtenOn: operation.writtenBy?.deviceId ?? null,
    opId: operation.opId,
    deviceSeq: operation.deviceSeq,
    type: operation.type,
    version: operation.v,
    bodyHash: operation.bodyHash,
  }
}

/** A "no" that is not stored. */
export function refusedResult(operation: PushedOperation, refusal: Refusal): OperationResult {
  const { fields, data } = refusal.detail
  return {
    state: 'refused',
    opId: operation.opId,
    bodyHash: operation.bodyHash,
    code: refusal.code,
    ...(fields && { fields: [...fields] }),
    ...(data && { data: { ...data } }),
  }
}

/** An answer that is not stored: the phone keeps the operation and sends it again. */
export function retryResult(
  operation: PushedOperation,
  code: ErrorCode,
  retryAfterMs: number,
): OperationResult {
  return { state: 'retry', opId: operation.opId, bodyHash: operation.bodyHash, code, retryAfterMs }
}

/** The answer of an operation that is in the ledger. Refuses the same key with another body. */
export function ledgerResult(operation: PushedOperation, stored: StoredOperation): OperationResult {
  return stored.bodyHash === operation.bodyHash
    ? stored.result
    : refusedResult(operation, new Refusal('OPERATION_REUSED'))
}

/** The stored answer of an operation that was executed before; `undefined` when it was not. */
export async function findStoredResult(
  db: Db,
  scope: CompanyScope,
  operation: PushedOperation,
): Promise<OperationResult | undefined> {
  const stored = await findOperation(db, scope, operation.opId)
  return stored && ledgerResult(operation, stored)
}

/**
 * The answer of an operation that was just executed. `changeId` is the number under which its changes entered the
 * feed; one that altered nothing names the number of the record it found.
 */
export async function completedResult(
  tx: Transaction<Database>,
  scope: CompanyScope,
  operation: PushedOperation,
  { change, changed, alias, refusedRows = [], aliases = [] }: Executed,
  changeId: number | undefined,
): Promise<OperationResult> {
  const number = changed.length > 0 ? changeId : await findChangeId(tx, scope, change)
  if (number === undefined) throw new Error(`${change.t} ${change.id} is not in the change feed`)
  return {
    state: 'done',
    opId: operation.opId,
    bodyHash: operation.bodyHash,
    changeId: number,
    change,
    ...(alias && { alias: { ...alias } }),
    ...(refusedRows.length > 0 && { refusedRows: [...refusedRows] }),
    ...(aliases.length > 0 && { aliases: [...aliases] }),
  }
}

async function insertRefusal(
  context: ServiceContext,
  scope: CompanyScope,
  entry: LedgerEntry,
  operation: PushedOperation,
  refusal: Refusal,
): Promise<OperationResult> {
  const result = refusedResult(operation, refusal)
  return inTransaction(context.db, async (tx) => {
    const claimed = await claimOperation(tx, scope, entry, toInstant(context.clock.now()))
    if (!claimed) return (await findStoredResult(tx, scope, operation)) ?? result
    await updateOperationResult(tx, scope, result)
    return result
  })
}

/**
 * What is answered about an operation whose execution threw `error` and left no trace. A final "no" is stored; what
 * may pass is not. Throws a fault of the whole server: it says nothing about the operation, and the whole push waits.
 */
export async function failureOutcome(
  context: ServiceContext,
  scope: CompanyScope,
  entry: LedgerEntry,
  operation: PushedOperation,
  error: unknown,
): Promise<OperationOutcome> {
  if (error instanceof RetryLater) {
    return { result: retryResult(operation, error.code, error.retryAfterMs) }
  }
  // Sent again it would fail again, for ever, and hold up its lane.
  if (isUnstorableValue(error)) return { result: refusedResult(operation, new Refusal('OPERATION_INVALID')) }
  if (error instanceof Refusal) {
    if (MISSING_AFTER_RESTORE.has(error.code) && (await findOpenHold(context.db, scope))) {
      return { result: retryResult(operation, 'FISCAL_NUMBERING_HELD', NUMBERING_HELD_RETRY_MS) }
    }
    if (!UNSTORED_REFUSALS.has(error.code)) {
      return { result: await insertRefusal(context, scope, entry, operation, error) }
    }
    // Refused before the ledger was read, for example by a server that was downgraded: a stored result still
    // counts.
    return {
      result: (await findStoredResult(context.db, scope, operation)) ?? refusedResult(operation, error),
    }
  }
  if (isServerFault(error)) throw error
  // One broken operation must not hold up the other lanes of the push.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  context.log({ event: 'operation-failed', opId: operation.opId, type: operation.type, message })
  return { result: retryResult(operation, 'UNEXPECTED', UNEXPECTED_RETRY_MS) }
}
