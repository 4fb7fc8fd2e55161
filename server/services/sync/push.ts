import type { ErrorCode } from '#contract/error-codes.ts'
import type { OperationResult, PushAnswer, PushedOperation, PushRequest } from '#contract/sync.ts'
import { CONTRACT_VERSION, OLDEST_SERVED_VERSION } from '#contract/version.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { findCompany } from '../../storage/companies.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import {
  type Answered,
  type PushSource,
  refusedResult,
  retryResult,
  storedResult,
} from './answer-operation.ts'
import { type Authors, readAuthors } from './authors.ts'
import { executeOperation } from './execute-operation.ts'
import { readSubmission } from './read-operation.ts'
import { type PushedSubmission, submitTogether } from './submit-together.ts'
import { trackDevice } from './track-device.ts'

const DEPENDENT: ErrorCode = 'OPERATION_DEPENDENCY_REFUSED'
const DEPENDENT_RETRY_MS = 5_000

/** Who may push what: the account the phone wrote the work under, a served protocol, a company not blocked. */
async function admitPush(context: ServiceContext, request: PushRequest): Promise<CompanyScope> {
  if (request.proto > CONTRACT_VERSION || request.proto < OLDEST_SERVED_VERSION) {
    throw new Refusal('UPGRADE_REQUIRED')
  }
  const scope = companyScope(context)
  if (request.companyId !== scope.companyId || request.userId !== context.actor.userId) {
    throw new Refusal('OPERATION_WRONG_ACCOUNT')
  }
  const found = await findCompany(context.db, scope)
  if (found === undefined) throw new Refusal('OPERATION_WRONG_ACCOUNT')
  if (found.company.blockedByTra) {
    throw new Refusal('COMPANY_BLOCKED_BY_TRA', { data: { reason: found.company.blockedReason } })
  }
  return scope
}

/** Operations of a push whose work must wait, because what comes before it did not get done. */
class HeldWork {
  readonly #operations = new Set<string>()
  readonly #lanes = new Set<string>()

  holds(operation: PushedOperation): boolean {
    return this.#lanes.has(operation.lane) || operation.dependsOn.some((id) => this.#operations.has(id))
  }

  hold(operation: PushedOperation): void {
    this.#operations.add(operation.opId)
    this.#lanes.add(operation.lane)
  }
}

async function wake(context: ServiceContext, identities: ReadonlySet<string>): Promise<void> {
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
  readonly woken: Set<string>
  readonly held: HeldWork
}

function note({ results, woken, held }: Progress, operation: PushedOperation, answered: Answered): void {
  if (answered.wakes !== undefined) woken.add(answered.wakes)
  if (answered.result.state !== 'done') held.hold(operation)
  results.set(operation, answered.result)
}

/** Submissions of different lanes, none of which waits for another: they may be executed together. */
class Companions {
  readonly #submissions: PushedSubmission[] = []
  readonly #lanes = new Set<string>()
  readonly #operations = new Set<string>()

  mayJoin({ lane, opId, dependsOn }: PushedOperation): boolean {
    return (
      !this.#lanes.has(lane) &&
      !this.#operations.has(opId) &&
      !dependsOn.some((id) => this.#operations.has(id))
    )
  }

  join(submission: PushedSubmission): void {
    this.#submissions.push(submission)
    this.#lanes.add(submission.operation.lane)
    this.#operations.add(submission.operation.opId)
  }

  /** Gives them all, and begins anew. */
  leave(): PushedSubmission[] {
    this.#lanes.clear()
    this.#operations.clear()
    return this.#submissions.splice(0)
  }
}

async function executeInOrder(
  authors: Authors,
  scope: CompanyScope,
  source: PushSource,
  operations: readonly PushedOperation[],
): Promise<Progress> {
  const progress: Progress = { results: new Map(), woken: new Set(), held: new HeldWork() }
  const companions = new Companions()
  const submitCompanions = async () => {
    const submissions = companions.leave()
    const answers = await submitTogether(scope, submissions)
    for (const [index, { operation }] of submissions.entries()) {
      const answered = answers[index]
      if (answered) note(progress, operation, answered)
    }
  }
  for (const operation of operations) {
    const context = authors(operation)
    if (context === undefined) {
      note(progress, operation, { result: refusedResult(operation, new Refusal('OPERATION_WRONG_ACCOUNT')) })
      continue
    }
    const body = readSubmission(operation)
    if (body === undefined || !companions.mayJoin(operation)) await submitCompanions()
    if (progress.held.holds(operation)) {
      const stored = await storedResult(context.db, scope, operation)
      const result = stored ?? retryResult(operation, DEPENDENT, DEPENDENT_RETRY_MS)
      note(progress, operation, { result })
    } else if (body) companions.join({ context, source, operation, body })
    else note(progress, operation, await executeOperation(context, scope, source, operation))
  }
  await submitCompanions()
  return progress
}

/**
 * Executes the operations of a push in the order in which the device made them: submissions of different lanes
 * together, everything else in a transaction of its own. An operation behind a refused one, in its lane or by
 * `dependsOn`, is answered `retry` and stays on the phone. Work that this phone only brings is executed in the name of
 * who wrote it, and refused from who may not bring it.
 */
export async function push(context: ServiceContext, request: PushRequest): Promise<PushAnswer> {
  context.traffic?.noted()
  const scope = await admitPush(context, request)
  const source = { userId: context.actor.userId, deviceId: request.deviceId, epoch: request.epoch }
  const operations = request.ops.toSorted((a, b) => a.deviceSeq - b.deviceSeq)
  const authors = await readAuthors(context, scope, operations)
  const { results, woken } = await executeInOrder(authors, scope, source, operations)
  await wake(context, woken)
  const contiguousDeviceSeq = await trackDevice(context, scope, source, request.ops, results)
  context.reached?.('push:answering')
  return {
    proto: 1,
    nonce: request.nonce,
    serverTime: toInstant(context.clock.now()),
    contiguousDeviceSeq,
    results: request.ops.map((operation) => results.get(operation)),
  }
}
