import type { PushedOperation } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { recordChanges } from '../../storage/changes.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { claimOperation, type LedgerEntry, settleOperation } from '../../storage/operations.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { ServiceContext } from '../context.ts'
import {
  type Answered,
  answerFailure,
  ledgerEntryOf,
  type PushSource,
  settledResult,
  storedResult,
} from './answer-operation.ts'
import { type ReadOperation, readOperation } from './read-operation.ts'

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
    context.reached?.('push:begun')
    const executed = await run({ context, tx, scope, at, deviceId: entry.writtenOn ?? entry.deviceId })
    const { changed } = executed
    const changeId = changed.length > 0 ? await recordChanges(tx, scope, changed) : undefined
    const result = await settledResult(tx, scope, operation, executed, changeId)
    await settleOperation(tx, scope, result)
    context.reached?.('push:before-commit')
    return { result, wakes: executed.wakes }
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
  const entry = ledgerEntryOf(source, operation)
  try {
    const answered = await runOnce(context, scope, operation, entry, readOperation(operation))
    context.reached?.('push:committed')
    return answered
  } catch (error) {
    return await answerFailure(context, scope, entry, operation, error)
  }
}
