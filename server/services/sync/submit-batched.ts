import type { Kysely, Transaction } from 'kysely'
import type { OperationBody } from '#contract/operations.ts'
import type { PushedOperation } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { lockCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { isDatabaseUnavailable } from '../../storage/sql-errors.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { findOperations, insertOperations, type LedgerEntry } from '../../storage/sync/operations.ts'
import type { ServiceContext } from '../context.ts'
import { type SubmissionOutcome, submitInvoices } from '../invoices/submit-invoice.ts'
import { executeOperation } from '../operations/execute-operation.ts'
import {
  completedResult,
  failureOutcome,
  ledgerEntryOf,
  ledgerResult,
  type OperationOutcome,
  type PushSource,
} from '../operations/operation-results.ts'

/** A submission as a push brought it: read, and not yet executed. */
export type PushedSubmission = {
  readonly context: ServiceContext
  readonly source: PushSource
  readonly operation: PushedOperation
  readonly body: OperationBody<'invoice.submit'>
}

type QueuedSubmission = PushedSubmission & {
  readonly resolve: (outcome: OperationOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Enough to share the cost of a transaction, and few enough that the next batch does not wait long. */
const MAX_BATCH_SIZE = 50

/** What waits for its company's turn in this process. */
const queuesOfDatabase = new WeakMap<Kysely<Database>, Map<string, QueuedSubmission[]>>()

/**
 * Executes submissions, each exactly once with its own answer. A company's numbers are taken one after the
 * other anyway, so all submissions that wait for the same company, from one push or from many, are executed
 * in one transaction with one query per table. If one breaks the transaction, halving isolates it, and it is
 * executed alone.
 */
export function submitBatched(
  scope: CompanyScope,
  submissions: readonly PushedSubmission[],
): Promise<OperationOutcome[]> {
  return Promise.all(
    submissions.map(
      (submission) =>
        new Promise<OperationOutcome>((resolve, reject) =>
          enqueue(scope, { ...submission, resolve, reject }),
        ),
    ),
  )
}

function enqueue(scope: CompanyScope, submission: QueuedSubmission): void {
  const { db } = submission.context
  const queueOfCompany = queuesOfDatabase.get(db) ?? new Map<string, QueuedSubmission[]>()
  queuesOfDatabase.set(db, queueOfCompany)
  const queue = queueOfCompany.get(scope.companyId)
  if (queue) {
    queue.push(submission)
    return
  }
  const newQueue = [submission]
  queueOfCompany.set(scope.companyId, newQueue)
  // After this turn of the code: the rest of the same push joins first.
  queueMicrotask(() => void drainQueue(scope, newQueue, () => queueOfCompany.delete(scope.companyId)))
}

async function drainQueue(scope: CompanyScope, queue: QueuedSubmission[], close: () => void): Promise<void> {
  while (queue.length > 0) await executeBatch(scope, takeBatch(queue))
  // No `await` between the last check and this: a submission that comes later opens its own queue.
  close()
}

/** The next in order, each operation and each invoice at most once: the same again must find what the first left. */
function takeBatch(queue: QueuedSubmission[]): QueuedSubmission[] {
  const seenIds = new Set<string>()
  const batch: QueuedSubmission[] = []
  for (const submission of queue) {
    const { operation, body } = submission
    if (batch.length === MAX_BATCH_SIZE || seenIds.has(operation.opId) || seenIds.has(body.invoiceId)) break
    seenIds.add(operation.opId).add(body.invoiceId)
    batch.push(submission)
  }
  queue.splice(0, batch.length)
  return batch
}

async function executeBatch(scope: CompanyScope, batch: readonly QueuedSubmission[]): Promise<void> {
  const [first] = batch
  if (!first) return
  try {
    const { db, onCrashPoint: reached } = first.context
    const outcomes = await inTransaction(db, (tx) => executeInTransaction(tx, scope, batch))
    reached?.('push:committed')
    await Promise.all(
      batch.map(async (submission, index) => {
        const outcome = outcomes[index]
        if (outcome && 'result' in outcome) submission.resolve(outcome)
        else await settleSubmission(submission, () => failureOf(scope, submission, outcome?.error))
      }),
    )
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      for (const waiting of batch) await settleSubmission(waiting, () => failureOf(scope, waiting, error))
      return
    }
    // Nothing of the batch was written. Halving finds the operation that breaks it.
    if (batch.length === 1) {
      const { context, source, operation } = first
      await settleSubmission(first, () => executeOperation(context, scope, source, operation))
      return
    }
    const half = Math.ceil(batch.length / 2)
    await executeBatch(scope, batch.slice(0, half))
    await executeBatch(scope, batch.slice(half))
  }
}

function failureOf(
  scope: CompanyScope,
  submission: QueuedSubmission,
  error: unknown,
): Promise<OperationOutcome> {
  return failureOutcome(submission.context, scope, entryOf(submission), submission.operation, error)
}

async function settleSubmission(
  submission: QueuedSubmission,
  outcomeOf: () => Promise<OperationOutcome>,
): Promise<void> {
  await outcomeOf().then(submission.resolve, submission.reject)
}

const entryOf = ({ source, operation }: PushedSubmission): LedgerEntry => ledgerEntryOf(source, operation)

type BatchOutcome = OperationOutcome | Extract<SubmissionOutcome, { kind: 'failed' }>

/** Everything of a chunk in one transaction: what the ledger knows is answered from it, the rest is executed. */
async function executeInTransaction(
  tx: Transaction<Database>,
  scope: CompanyScope,
  batch: readonly PushedSubmission[],
): Promise<BatchOutcome[]> {
  // Before the ledger is read, so that of two equal pushes the second finds the answer of the first.
  const identity = await lockCompanyIdentity(tx, scope)
  const known = await findOperations(
    tx,
    scope,
    batch.map(({ operation }) => operation.opId),
  )
  const newSubmissions = batch.filter(({ operation }) => !known.has(operation.opId))
  newSubmissions[0]?.context.onCrashPoint?.('push:begun')
  const submitted = await submitInvoices(
    { tx, scope, identity },
    newSubmissions.map(({ context, source, operation, body }) => {
      return { context, deviceId: operation.writtenBy?.deviceId ?? source.deviceId, body }
    }),
  )
  const executed = submitted.flatMap((one) => (one.kind === 'executed' ? [one.executed] : []))
  const changed = executed.find((one) => one.changed.length > 0)?.changed ?? []
  const changeId = changed.length > 0 ? await upsertChanges(tx, scope, changed) : undefined
  const outcomes = new Map<PushedSubmission, BatchOutcome>()
  const operationsToInsert = []
  for (const [index, one] of newSubmissions.entries()) {
    const outcome = submitted[index]
    if (outcome?.kind !== 'executed') {
      if (outcome) outcomes.set(one, outcome)
      continue
    }
    const result = await completedResult(tx, scope, one.operation, outcome.executed, changeId)
    operationsToInsert.push({ entry: entryOf(one), result })
    outcomes.set(one, { result, identityToWake: outcome.executed.identityToWake })
  }
  const [first] = batch
  if (first && operationsToInsert.length > 0) {
    await insertOperations(tx, scope, operationsToInsert, toInstant(first.context.clock.now()))
    first.context.onCrashPoint?.('push:before-commit')
  }
  return batch.map((one) => {
    const stored = known.get(one.operation.opId)
    const outcome = stored ? { result: ledgerResult(one.operation, stored) } : outcomes.get(one)
    if (!outcome) throw new Error('a submission has no outcome')
    return outcome
  })
}
