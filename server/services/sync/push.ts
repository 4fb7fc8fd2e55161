import type { ErrorCode } from '#contract/error-codes.ts'
import type { OperationResult, PushAnswer, PushedOperation, PushRequest } from '#contract/sync.ts'
import { CONTRACT_VERSION, OLDEST_SERVED_VERSION } from '#contract/version.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { executeOperation } from '../operations/execute-operation.ts'
import {
  findStoredResult,
  type OperationOutcome,
  type PushSource,
  refusedResult,
  retryResult,
} from '../operations/operation-results.ts'
import { noticeRollback } from '../recovery/notice-rollback.ts'
import { type AuthorContextOf, loadAuthorContexts } from './author-contexts.ts'
import { parseSubmission } from './parse-operation.ts'
import { type PushedSubmission, submitBatched } from './submit-batched.ts'
import { trackDevice } from './track-device.ts'

const DEPENDENT = 'OPERATION_DEPENDENCY_REFUSED' satisfies ErrorCode
const BLOCKED = 'COMPANY_BLOCKED_BY_TRA' satisfies ErrorCode
const HELD = 'FISCAL_NUMBERING_HELD' satisfies ErrorCode

/** Why an operation was not executed, and when to send it again. */
type Wait = { readonly code: typeof DEPENDENT | typeof BLOCKED | typeof HELD; readonly ms: number }
const BEHIND_REFUSED: Wait = { code: DEPENDENT, ms: 5_000 }
/** The feed says that a block was lifted; this wait is for news that got lost. */
const WHILE_BLOCKED: Wait = { code: BLOCKED, ms: 5 * 60_000 }

/** What waits behind an operation waits for the same: one that is held was not rejected, and nothing of it can be fixed. */
function waitBehind(result: OperationResult): Wait {
  const isHeld = result.state === 'retry' && (result.code === BLOCKED || result.code === HELD)
  return isHeld ? { code: result.code === HELD ? HELD : BLOCKED, ms: result.retryAfterMs } : BEHIND_REFUSED
}

type Admitted = {
  readonly scope: CompanyScope
  /** The authority blocks the company: what saves or sends its invoices waits, everything else goes on. */
  readonly blockedByTra: boolean
}

/** Who may push what: the account the phone wrote the work under, a served protocol. */
async function admitPush(context: ServiceContext, request: PushRequest): Promise<Admitted> {
  if (request.proto > CONTRACT_VERSION || request.proto < OLDEST_SERVED_VERSION) {
    throw new Refusal('UPGRADE_REQUIRED')
  }
  const scope = companyScope(context)
  if (request.companyId !== scope.companyId || request.userId !== context.actor.userId) {
    throw new Refusal('OPERATION_WRONG_ACCOUNT')
  }
  const found = await findCompany(context.db, scope)
  if (found === undefined) throw new Refusal('OPERATION_WRONG_ACCOUNT')
  return { scope, blockedByTra: found.company.blockedByTra }
}

/** Operations of a push whose work must wait, because what comes before it did not get done. */
class BlockedWork {
  readonly #operations = new Map<string, Wait>()
  readonly #lanes = new Map<string, Wait>()

  /** What an operation waits for; `undefined` when nothing blocks it. One behind a refused one waits for that first. */
  find({ lane, dependsOn }: PushedOperation): Wait | undefined {
    const waits = [this.#lanes.get(lane), ...dependsOn.map((id) => this.#operations.get(id))]
    return waits.find((wait) => wait === BEHIND_REFUSED) ?? waits.find((wait) => wait !== undefined)
  }

  block({ opId, lane }: PushedOperation, result: OperationResult): void {
    const wait = waitBehind(result)
    this.#operations.set(opId, wait)
    if (this.#lanes.get(lane) !== BEHIND_REFUSED) this.#lanes.set(lane, wait)
  }
}

async function wakeIdentities(context: ServiceContext, identities: ReadonlySet<string>): Promise<void> {
  for (const identityId of identities) {
    try {
      await context.wakeSubmission(identityId)
    } catch (error) {
      // The receipt is stored: the queue's own sweep finds it.
      context.log({ event: 'wake-failed', identityId, message: String(error) })
    }
  }
}

/** The results of a push, as far as it is. */
type Progress = {
  readonly results: Map<PushedOperation, OperationResult>
  readonly identitiesToWake: Set<string>
  readonly blocked: BlockedWork
}

function addResult(
  { results, identitiesToWake: woken, blocked: held }: Progress,
  operation: PushedOperation,
  outcome: OperationOutcome,
): void {
  if (outcome.identityToWake !== undefined) woken.add(outcome.identityToWake)
  if (outcome.result.state !== 'done') held.block(operation, outcome.result)
  results.set(operation, outcome.result)
}

/** Submissions of different lanes, none of which waits for another: they may be executed together. */
class SubmissionBatch {
  readonly #submissions: PushedSubmission[] = []
  readonly #lanes = new Set<string>()
  readonly #operations = new Set<string>()

  canAdd({ lane, opId, dependsOn }: PushedOperation): boolean {
    return (
      !this.#lanes.has(lane) &&
      !this.#operations.has(opId) &&
      !dependsOn.some((id) => this.#operations.has(id))
    )
  }

  add(submission: PushedSubmission): void {
    this.#submissions.push(submission)
    this.#lanes.add(submission.operation.lane)
    this.#operations.add(submission.operation.opId)
  }

  /** Returns all submissions and empties the batch. */
  takeAll(): PushedSubmission[] {
    this.#lanes.clear()
    this.#operations.clear()
    return this.#submissions.splice(0)
  }
}

async function executeInOrder(
  contextOf: AuthorContextOf,
  { scope, blockedByTra }: Admitted,
  source: PushSource,
  operations: readonly PushedOperation[],
): Promise<Progress> {
  const progress: Progress = { results: new Map(), identitiesToWake: new Set(), blocked: new BlockedWork() }
  const batch = new SubmissionBatch()
  const submitBatch = async () => {
    const submissions = batch.takeAll()
    const outcomes = await submitBatched(scope, submissions)
    for (const [index, { operation }] of submissions.entries()) {
      const outcome = outcomes[index]
      if (outcome) addResult(progress, operation, outcome)
    }
  }
  for (const operation of operations) {
    const context = contextOf(operation)
    if (context === undefined) {
      addResult(progress, operation, {
        result: refusedResult(operation, new Refusal('OPERATION_WRONG_ACCOUNT')),
      })
      continue
    }
    const body = parseSubmission(operation)
    const isHeld = blockedByTra && isHeldWhileBlocked(operation.type)
    if (body === undefined || !batch.canAdd(operation)) await submitBatch()
    const wait = isHeld ? WHILE_BLOCKED : progress.blocked.find(operation)
    if (wait) {
      const stored = await findStoredResult(context.db, scope, operation)
      const result = stored ?? retryResult(operation, wait.code, wait.ms)
      addResult(progress, operation, { result })
    } else if (body) batch.add({ context, source, operation, body })
    else addResult(progress, operation, await executeOperation(context, scope, source, operation))
  }
  await submitBatch()
  return progress
}

/**
 * Executes the operations of a push in the order in which the device made them: submissions of different lanes
 * together, everything else in a transaction of its own. An operation behind a refused one, in its lane or by
 * `dependsOn`, is answered `retry` and stays on the phone, and so is what saves or sends an invoice of a blocked company; what waits
 * behind held work is answered with the reason for which that is held. Work that this phone only brings is executed in the name of
 * who wrote it, and refused from who may not bring it.
 */
export async function push(context: ServiceContext, request: PushRequest): Promise<PushAnswer> {
  context.traffic?.onPush()
  const admitted = await admitPush(context, request)
  const { scope } = admitted
  // A number must not be given twice: the phone says how far it has seen the feed before anything is executed.
  await noticeRollback(context, scope, request.cursor)
  const source = { userId: context.actor.userId, deviceId: request.deviceId, epoch: request.epoch }
  const operations = request.ops.toSorted((a, b) => a.deviceSeq - b.deviceSeq)
  const contextOf = await loadAuthorContexts(context, scope, operations)
  const { results, identitiesToWake } = await executeInOrder(contextOf, admitted, source, operations)
  await wakeIdentities(context, identitiesToWake)
  const { contiguous, forked } = await trackDevice(context, scope, source, request, results)
  context.onCrashPoint?.('push:answering')
  return {
    proto: 1,
    nonce: request.nonce,
    serverTime: toInstant(context.clock.now()),
    contiguousDeviceSeq: contiguous,
    ...(forked && { forked }),
    results: request.ops.map((operation) => results.get(operation)),
  }
}
