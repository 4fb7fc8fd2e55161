import type { PushedOperation } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { claimOperation, type LedgerEntry, updateOperationResult } from '../../storage/sync/operations.ts'
import type { ServiceContext } from '../context.ts'
import { type OperationRunner, parseOperation } from '../sync/parse-operation.ts'
import {
  completedResult,
  failureOutcome,
  findStoredResult,
  ledgerEntryOf,
  type OperationOutcome,
  type PushSource,
} from './operation-results.ts'

/** Runs an operation and stores its answer, in one transaction; or finds the answer of an earlier run. */
async function executeOnce(
  context: ServiceContext,
  scope: CompanyScope,
  operation: PushedOperation,
  entry: LedgerEntry,
  run: OperationRunner,
): Promise<OperationOutcome> {
  return inTransaction(context.db, async (tx) => {
    const at = toInstant(context.clock.now())
    if (!(await claimOperation(tx, scope, entry, at))) {
      const stored = await findStoredResult(tx, scope, operation)
      if (stored === undefined) throw new Error('a claimed operation has no answer')
      return { result: stored }
    }
    context.onCrashPoint?.('push:begun')
    const deviceId = entry.writtenOn ?? entry.deviceId
    const executed = await run({ context: { ...context, deviceId }, tx, scope, at, deviceId })
    const { changed } = executed
    const changeId = changed.length > 0 ? await upsertChanges(tx, scope, changed) : undefined
    const result = await completedResult(tx, scope, operation, executed, changeId)
    await updateOperationResult(tx, scope, result)
    context.onCrashPoint?.('push:before-commit')
    return { result, identityToWake: executed.identityToWake }
  })
}

/**
 * Executes one operation exactly once. The answer of a finished one is stored and returned to every later request with
 * it, an invoice that has its receipt as it is by then; what is not final (`retry`, and refusals that may pass) leaves no trace.
 */
export async function executeOperation(
  context: ServiceContext,
  scope: CompanyScope,
  source: PushSource,
  operation: PushedOperation,
): Promise<OperationOutcome> {
  const entry = ledgerEntryOf(source, operation)
  try {
    const outcome = await executeOnce(context, scope, operation, entry, parseOperation(operation))
    context.onCrashPoint?.('push:committed')
    return outcome
  } catch (error) {
    return await failureOutcome(context, scope, entry, operation, error)
  }
}
