import type { ErrorCode } from '#contract/error-codes.ts'
import type { OperationResult, PushedOperation } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { changeOf, recordChanges } from '../../storage/changes.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { findOpenHold } from '../../storage/numbering-holds.ts'
import { claimOperation, findOperation, type LedgerEntry, settleOperation } from '../../storage/operations.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { isUnstorableValue } from '../../storage/unstorable-value.ts'
import type { Db, ServiceContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Executed, Execution } from './execution.ts'
import { type ReadOperation, readOperation } from './read-operation.ts'
import { RetryLater } from './retry-later.ts'

/** Where an operation comes from. */
export type PushSource = { readonly deviceId: string; readonly epoch: string }

type Answered = { readonly result: OperationResult; readonly wakes?: string | undefined }

/** Refusals that say nothing about the operation for ever: the same key may be executed later. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'FORBIDDEN',
  'OPERATION_UNKNOWN',
  'OPERATION_INVALID',
  'OPERATION_REUSED',
  'FISCAL_IDENTITY_MISSING',
])

/** Refusals that a restored backup alone can cause: what they miss may be on its way back from another phone. */
const MISSING_AFTER_RESTORE: ReadonlySet<ErrorCode> = new Set([
  'INVOICE_NOT_FOUND',
  'INVOICE_PRODUCT_UNKNOWN',
  'INVOICE_CUSTOMER_UNKNOWN',
  'CUSTOMER_NOT_FOUND',
  'PRODUCT_NOT_FOUND',
])

const HELD_RETRY_MS = 60_000
const UNEXPECTED_RETRY_MS = 30_000

function refused(operation: PushedOperation, refusal: Refusal): OperationResult {
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

/** The stored answer of an operation that was executed before. Refuses the same key with another body. */
export async function storedResult(
  db: Db,
  scope: CompanyScope,
  operation: PushedOperation,
): Promise<OperationResult | undefined> {
  const stored = await findOperation(db, scope, operation.opId)
  if (stored === undefined) return undefined
  return stored.bodyHash === operation.bodyHash
    ? stored.result
    : refused(operation, new Refusal('OPERATION_REUSED'))
}

async function doneResult(
  execution: Execution,
  operation: PushedOperation,
  executed: Executed,
): Promise<OperationResult> {
  const { change, changed, alias } = executed
  const changeId =
    changed.length > 0
      ? await recordChanges(execution.tx, execution.scope, changed)
      : await changeOf(execution.tx, execution.scope, change)
  if (changeId === undefined) throw new Error(`${change.t} ${change.id} is not in the change feed`)
  return {
    state: 'done',
    opId: operation.opId,
    bodyHash: operation.bodyHash,
    changeId,
    change,
    ...(alias && { alias: { ...alias } }),
  }
}

/** Runs an operation and stores its answer, in one transaction; or finds the answer of an earlier run. */
async function runOnce(
  context: ServiceContext,
  scope: CompanyScope,
  operation: PushedOperation,
  entry: LedgerEntry,
  run: ReadOperation,
): Promise<Answered> {
  return inTransaction(context.db, async (tx) => {
    const at = toInstant(context.clock.now())
    if (!(await claimOperation(tx, scope, entry, at))) {
      const stored = await storedResult(tx, scope, operation)
      if (stored === undefined) throw new Error('a claimed operation has no answer')
      return { result: stored }
    }
    const execution = { context, tx, scope, at, deviceId: entry.deviceId }
    const executed = await run(execution)
    const result = await doneResult(execution, operation, executed)
    await settleOperation(tx, scope, result)
    return { result, wakes: executed.wakes }
  })
}

async function storeRefusal(
  context: ServiceContext,
  scope: CompanyScope,
  operation: PushedOperation,
  entry: LedgerEntry,
  refusal: Refusal,
): Promise<OperationResult> {
  const result = refused(operation, refusal)
  return inTransaction(context.db, async (tx) => {
    const claimed = await claimOperation(tx, scope, entry, toInstant(context.clock.now()))
    if (!claimed) return (await storedResult(tx, scope, operation)) ?? result
    await settleOperation(tx, scope, result)
    return result
  })
}

/**
 * Executes one operation exactly once. The answer of a finished one is stored and given again, letter for letter, to
 * everybody who sends it again; what is not final (`retry`, and refusals that may pass) leaves no trace.
 */
export async function executeOperation(
  context: ServiceContext,
  scope: CompanyScope,
  source: PushSource,
  operation: PushedOperation,
): Promise<Answered> {
  const entry: LedgerEntry = {
    opId: operation.opId,
    userId: context.actor.userId,
    deviceId: source.deviceId,
    epoch: source.epoch,
    deviceSeq: operation.deviceSeq,
    type: operation.type,
    version: operation.v,
    bodyHash: operation.bodyHash,
  }
  try {
    return await runOnce(context, scope, operation, entry, readOperation(operation))
  } catch (error) {
    if (error instanceof RetryLater) {
      return { result: retryResult(operation, error.code, error.retryAfterMs) }
    }
    // Sent again it would fail again, for ever, and hold up its lane.
    if (isUnstorableValue(error)) return { result: refused(operation, new Refusal('OPERATION_INVALID')) }
    if (error instanceof Refusal) {
      if (MISSING_AFTER_RESTORE.has(error.code) && (await findOpenHold(context.db, scope))) {
        return { result: retryResult(operation, 'FISCAL_NUMBERING_HELD', HELD_RETRY_MS) }
      }
      const passing = PASSING.has(error.code)
      return {
        result: passing
          ? refused(operation, error)
          : await storeRefusal(context, scope, operation, entry, error),
      }
    }
    // One broken operation must not hold up the other lanes of the push.
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    context.log({ event: 'operation-failed', opId: operation.opId, type: operation.type, message })
    return { result: retryResult(operation, 'UNEXPECTED', UNEXPECTED_RETRY_MS) }
  }
}
