import { createHash } from 'node:crypto'
import { canonicalJson } from '#contract/canonical-json.ts'
import { type ErrorCode, isErrorCode } from '#contract/error-codes.ts'
import { OPERATION_VERSION, type OperationBody, type OperationType } from '#contract/operations.ts'
import type { Change, OperationResult, PushedOperation } from '#contract/sync.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'
import type { Company } from '#domain/companies/company.ts'
import { rightsOf } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { findUser, fullName } from '../../storage/accounts/users.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { findOperation } from '../../storage/sync/operations.ts'
import { sandboxScopeOf } from '../api-keys/sandbox-scope.ts'
import { requireActiveUser, toActor } from '../auth/require-active-user.ts'
import { companyScope, type ServiceContext, type Services } from '../context.ts'
import { parseSubmission } from '../sync/parse-operation.ts'
import { submitBatched } from '../sync/submit-batched.ts'
import { executeOperation } from './execute-operation.ts'
import { nameBasedId } from './name-based-id.ts'
import type { OperationOutcome } from './operation-results.ts'

/** A way in that is no phone: one API key, or one registered number of a feature phone. */
export type Door = {
  readonly channel: NonNullable<ServiceContext['door']>
  /** A UUID of its own: it is the device of its operations, and its keys are unique under it. */
  readonly clientId: string
}

/** Work of a door and the key under which it is done once. */
export type DoorWork<T extends OperationType> = {
  readonly door: Door
  readonly key: string
  readonly type: T
  /**
   * Asked only when the key is new: a rate that changed since must not make a repeat another body. Gets the company for
   * what is held while it is blocked, because that was looked at already.
   */
  readonly compose: (company: Company | undefined) => Promise<OperationBody<T>>
}

/**
 * The context of a door that acts for a user of a company, in it or in its sandbox. Refuses a disabled user and a
 * disabled company (spec §4), and a user of another company like an unknown one.
 */
export async function doorContext(
  services: Services,
  scope: CompanyScope,
  userId: string,
  door: Door,
): Promise<ServiceContext> {
  const user = await findUser(services.db, userId)
  if (!user?.company_id) throw new Refusal('USER_DISABLED')
  const home = { companyId: user.company_id }
  const reachable = [home.companyId, sandboxScopeOf(home).companyId]
  if (!reachable.includes(scope.companyId)) throw new Refusal('USER_DISABLED')
  requireActiveUser(user)
  return {
    ...services,
    actor: { ...toActor(user), companyId: scope.companyId },
    operatorName: fullName(user),
    rights: rightsOf(user.user_type, user.rights),
    deviceId: door.clientId,
    door: door.channel,
  }
}

/** The id of the operation that a door does under a key. */
export function doorOperationId(door: Door, key: string): string {
  return nameBasedId(door.clientId, `operation:${key}`)
}

/**
 * Does the work of a door exactly once, as a pushed operation of the door's device: the ledger, numbering queue, feed,
 * rights and block of a phone's work apply. The same key again answers the stored record or refusal. Refuses with the
 * code of the rule; what may pass (`FISCAL_NUMBERING_HELD`, `COMPANY_BLOCKED_BY_TRA`) stores nothing, carries
 * `retryAfterSeconds`, and works later under the same key.
 */
export async function executeAtDoor<T extends OperationType>(
  context: ServiceContext,
  work: DoorWork<T>,
): Promise<Change> {
  const scope = companyScope(context)
  const opId = doorOperationId(work.door, work.key)
  const [stored, company] = await Promise.all([
    findOperation(context.db, scope, opId),
    isHeldWhileBlocked(work.type) ? findCompany(context.db, scope) : undefined,
  ])
  if (stored) return changeOf(stored.result)
  if (company?.company.blockedByTra) {
    throw new Refusal('COMPANY_BLOCKED_BY_TRA', { data: { retryAfterSeconds: 300 } })
  }
  const operation = pushedOperation(opId, work.type, await work.compose(company?.company))
  const outcome = await execute(context, scope, work.door, operation)
  if (outcome.identityToWake !== undefined) await wake(context, outcome.identityToWake)
  const { result } = outcome
  if (result.state === 'refused' && result.code === 'OPERATION_REUSED') {
    // The same key at the same moment composed another body, for example with another sale time: the first one counts.
    const first = await findOperation(context.db, scope, opId)
    if (first) return changeOf(first.result)
  }
  return changeOf(result)
}

function pushedOperation(opId: string, type: OperationType, content: object): PushedOperation {
  const body = canonicalJson(content)
  const bodyHash = createHash('sha256').update(body, 'utf8').digest('hex')
  return { opId, deviceSeq: 1, type, v: OPERATION_VERSION, lane: opId, dependsOn: [], bodyHash, body }
}

async function execute(
  context: ServiceContext,
  scope: CompanyScope,
  { clientId }: Door,
  operation: PushedOperation,
): Promise<OperationOutcome> {
  const source = { userId: context.actor.userId, deviceId: clientId, epoch: clientId }
  const body = parseSubmission(operation)
  if (body === undefined) return await executeOperation(context, scope, source, operation)
  const [outcome] = await submitBatched(scope, [{ context, source, operation, body }])
  if (outcome === undefined) throw new Error('a submission has no outcome')
  return outcome
}

async function wake(context: ServiceContext, identityId: string): Promise<void> {
  try {
    await context.wakeSubmission(identityId)
  } catch (error) {
    // The receipt is stored: the queue's own sweep finds it.
    context.log({ event: 'wake-failed', identityId, message: String(error) })
  }
}

function knownCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : 'UNEXPECTED'
}

function changeOf(result: OperationResult): Change {
  if (result.state === 'done') {
    if (result.change === null) throw new Error(`operation ${result.opId} has no record`)
    return result.change
  }
  if (result.state === 'retry') {
    const retryAfterSeconds = Math.max(1, Math.ceil(result.retryAfterMs / 1000))
    throw new Refusal(knownCode(result.code), { data: { retryAfterSeconds } })
  }
  const { fields, data } = result
  throw new Refusal(knownCode(result.code), {
    ...(fields && { fields: fields.map(({ path, code }) => ({ path, code: knownCode(code) })) }),
    ...(data && { data }),
  })
}
