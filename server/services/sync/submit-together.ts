import type { Kysely, Transaction } from 'kysely'
import type { OperationBody } from '#contract/operations.ts'
import type { PushedOperation } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { recordChanges } from '../../storage/changes.ts'
import { lockCompanyIdentity } from '../../storage/fiscal-identities.ts'
import { inTransaction, isDatabaseAway } from '../../storage/in-transaction.ts'
import { findOperations, type LedgerEntry, storeOperations } from '../../storage/operations.ts'
import type { Database } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { ServiceContext } from '../context.ts'
import { type Submitted, submitInvoices } from '../invoices/submit-invoice.ts'
import {
  type Answered,
  answerFailure,
  ledgerEntryOf,
  ledgerResult,
  type PushSource,
  settledResult,
} from './answer-operation.ts'
import { executeOperation } from './execute-operation.ts'

/** A submission as a push brought it: read, and not yet executed. */
export type PushedSubmission = {
  readonly context: ServiceContext
  readonly source: PushSource
  readonly operation: PushedOperation
  readonly body: OperationBody<'invoice.submit'>
}

type Waiting = PushedSubmission & {
  readonly resolve: (answered: Answered) => void
  readonly reject: (error: unknown) => void
}

/** Enough to share the cost of a transaction; little enough that nobody waits long behind it. */
const TOGETHER_MAX = 50

/** What waits for its company's turn in this process. */
const waitingOf = new WeakMap<Kysely<Database>, Map<string, Waiting[]>>()

/**
 * Executes submissions, each exactly once with its own answer. A company's numbers are taken one after the other
 * anyway, so whatever waits for the same company, from one push or from many, is executed in one transaction with one
 * look at each table. One that breaks it is parted from the others by halves and executed alone.
 */
export function submitTogether(
  scope: CompanyScope,
  submissions: readonly PushedSubmission[],
): Promise<Answered[]> {
  return Promise.all(
    submissions.map(
      (submission) =>
        new Promise<Answered>((resolve, reject) => join(scope, { ...submission, resolve, reject })),
    ),
  )
}

function join(scope: CompanyScope, waiting: Waiting): void {
  const { db } = waiting.context
  const companies = waitingOf.get(db) ?? new Map<string, Waiting[]>()
  waitingOf.set(db, companies)
  const queue = companies.get(scope.companyId)
  if (queue) {
    queue.push(waiting)
    return
  }
  const opened = [waiting]
  companies.set(scope.companyId, opened)
  // After this turn of the code: the rest of the same push joins first.
  queueMicrotask(() => void serve(scope, opened, () => companies.delete(scope.companyId)))
}

async function serve(scope: CompanyScope, queue: Waiting[], close: () => void): Promise<void> {
  while (queue.length > 0) await executeChunk(scope, takeChunk(queue))
  // In the same breath as the last look: whoever comes now opens a queue of its own.
  close()
}

/** The next in order, each operation and each invoice at most once: the same again must find what the first left. */
function takeChunk(queue: Waiting[]): Waiting[] {
  const names = new Set<string>()
  const chunk: Waiting[] = []
  for (const waiting of queue) {
    const { operation, body } = waiting
    if (chunk.length === TOGETHER_MAX || names.has(operation.opId) || names.has(body.invoiceId)) break
    names.add(operation.opId).add(body.invoiceId)
    chunk.push(waiting)
  }
  queue.splice(0, chunk.length)
  return chunk
}

async function executeChunk(scope: CompanyScope, chunk: readonly Waiting[]): Promise<void> {
  const [first] = chunk
  if (!first) return
  try {
    const { db, reached } = first.context
    const outcomes = await inTransaction(db, (tx) => executeIn(tx, scope, chunk))
    reached?.('push:committed')
    await Promise.all(
      chunk.map(async (waiting, index) => {
        const outcome = outcomes[index]
        if (outcome && 'result' in outcome) waiting.resolve(outcome)
        else await settleAlone(waiting, () => failed(scope, waiting, outcome?.error))
      }),
    )
  } catch (error) {
    if (isDatabaseAway(error)) {
      for (const waiting of chunk) await settleAlone(waiting, () => failed(scope, waiting, error))
      return
    }
    // Nothing of it was written. Whoever breaks it is found by halving.
    if (chunk.length === 1) {
      const { context, source, operation } = first
      await settleAlone(first, () => executeOperation(context, scope, source, operation))
      return
    }
    const half = Math.ceil(chunk.length / 2)
    await executeChunk(scope, chunk.slice(0, half))
    await executeChunk(scope, chunk.slice(half))
  }
}

function failed(scope: CompanyScope, waiting: Waiting, error: unknown): Promise<Answered> {
  return answerFailure(waiting.context, scope, entryOf(waiting), waiting.operation, error)
}

async function settleAlone(waiting: Waiting, answer: () => Promise<Answered>): Promise<void> {
  await answer().then(waiting.resolve, waiting.reject)
}

const entryOf = ({ source, operation }: PushedSubmission): LedgerEntry => ledgerEntryOf(source, operation)

type Outcome = Answered | Extract<Submitted, { kind: 'failed' }>

/** Everything of a chunk in one transaction: what the ledger knows is answered from it, the rest is executed. */
async function executeIn(
  tx: Transaction<Database>,
  scope: CompanyScope,
  chunk: readonly PushedSubmission[],
): Promise<Outcome[]> {
  // Before the ledger is read, so that of two equal pushes the second finds the answer of the first.
  const identity = await lockCompanyIdentity(tx, scope)
  const known = await findOperations(
    tx,
    scope,
    chunk.map(({ operation }) => operation.opId),
  )
  const fresh = chunk.filter(({ operation }) => !known.has(operation.opId))
  fresh[0]?.context.reached?.('push:begun')
  const submitted = await submitInvoices(
    { tx, scope, identity },
    fresh.map(({ context, source, operation, body }) => {
      return { context, deviceId: operation.writtenBy?.deviceId ?? source.deviceId, body }
    }),
  )
  const executed = submitted.flatMap((one) => (one.kind === 'executed' ? [one.executed] : []))
  const changed = executed.find((one) => one.changed.length > 0)?.changed ?? []
  const changeId = changed.length > 0 ? await recordChanges(tx, scope, changed) : undefined
  const answers = new Map<PushedSubmission, Outcome>()
  const settled = []
  for (const [index, one] of fresh.entries()) {
    const outcome = submitted[index]
    if (outcome?.kind !== 'executed') {
      if (outcome) answers.set(one, outcome)
      continue
    }
    const result = await settledResult(tx, scope, one.operation, outcome.executed, changeId)
    settled.push({ entry: entryOf(one), result })
    answers.set(one, { result, wakes: outcome.executed.wakes })
  }
  const [first] = chunk
  if (first && settled.length > 0) {
    await storeOperations(tx, scope, settled, toInstant(first.context.clock.now()))
    first.context.reached?.('push:before-commit')
  }
  return chunk.map((one) => {
    const stored = known.get(one.operation.opId)
    const answer = stored ? { result: ledgerResult(one.operation, stored) } : answers.get(one)
    if (!answer) throw new Error('a submission has no outcome')
    return answer
  })
}
