import type { ErrorCode } from '#contract/error-codes.ts'
import type { OperationResult, PushAnswer, PushedOperation, PushRequest } from '#contract/sync.ts'
import { CONTRACT_VERSION, OLDEST_SERVED_VERSION } from '#contract/version.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { findCompany } from '../../storage/companies.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { executeOperation, retryResult, storedResult } from './execute-operation.ts'
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

/**
 * Executes the operations of a push, each in its own transaction, in the order in which the device made them. An
 * operation behind a refused one, in its lane or by `dependsOn`, is answered `retry` and stays on the phone.
 */
export async function push(context: ServiceContext, request: PushRequest): Promise<PushAnswer> {
  const scope = await admitPush(context, request)
  const source = { deviceId: request.deviceId, epoch: request.epoch }
  const results = new Map<PushedOperation, OperationResult>()
  const woken = new Set<string>()
  const held = new HeldWork()
  for (const operation of request.ops.toSorted((a, b) => a.deviceSeq - b.deviceSeq)) {
    let result: OperationResult
    if (held.holds(operation)) {
      const stored = await storedResult(context.db, scope, operation)
      result = stored ?? retryResult(operation, DEPENDENT, DEPENDENT_RETRY_MS)
    } else {
      const answered = await executeOperation(context, scope, source, operation)
      if (answered.wakes !== undefined) woken.add(answered.wakes)
      result = answered.result
    }
    if (result.state !== 'done') held.hold(operation)
    results.set(operation, result)
  }
  await wake(context, woken)
  const contiguousDeviceSeq = await trackDevice(context, scope, source, request.ops)
  return {
    proto: 1,
    nonce: request.nonce,
    serverTime: toInstant(context.clock.now()),
    contiguousDeviceSeq,
    results: request.ops.map((operation) => results.get(operation)),
  }
}
