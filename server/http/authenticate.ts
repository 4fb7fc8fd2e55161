import type { Endpoint } from '#contract/endpoint.ts'
import type { PushRequest } from '#contract/sync.ts'
import type { AuthServices } from '../services/auth/auth-services.ts'
import { verifyDeliveryGrant } from '../services/auth/delivery-grant.ts'
import { requireGoodStanding, toActor } from '../services/auth/standing.ts'
import type { StandingCache } from '../services/auth/standing-cache.ts'
import { Refusal } from '../services/refusal.ts'
import { fullName, type UserStanding } from '../storage/users.ts'
import type { RequestContext } from './handlers.ts'

export type Gatekeeper = {
  readonly services: AuthServices
  readonly standing: StandingCache
}

type Rule = Pick<Endpoint, 'duringPasswordChange'>

/**
 * Who asks, by the bearer token. Refuses with `TOKEN_MISSING`, `TOKEN_INVALID` or `TOKEN_EXPIRED`, with the code of
 * what was disabled since, and with `PASSWORD_CHANGE_REQUIRED` where a new password must come first (spec §2).
 */
export async function authenticate(
  gate: Gatekeeper,
  authorization: string | undefined,
  endpoint: Rule,
  requestId: string,
): Promise<RequestContext> {
  const claims = await gate.services.tokens.read(readBearer(authorization))
  if (claims === 'expired') throw new Refusal('TOKEN_EXPIRED')
  if (claims === 'invalid') throw new Refusal('TOKEN_INVALID')
  const { user, sessionOpen } = await gate.standing.look(claims.userId, claims.familyId)
  if (!user || user.company_id !== claims.companyId) throw new Refusal('TOKEN_INVALID')
  requireGoodStanding(user)
  if (!sessionOpen) throw new Refusal('TOKEN_INVALID')
  requireOwnPassword(user, endpoint)
  return { ...identify(gate, user, requestId), deviceId: claims.deviceId, familyId: claims.familyId }
}

/** Who asks, by the delivery grant that signed the push. */
export async function authenticateByGrant(
  gate: Gatekeeper,
  request: PushRequest,
  endpoint: Rule,
  requestId: string,
): Promise<RequestContext> {
  const user = await verifyDeliveryGrant(gate.services, request)
  requireOwnPassword(user, endpoint)
  return {
    ...identify(gate, user, requestId),
    deviceId: request.deviceId,
    ...(request.grant ? { grantId: request.grant.id } : {}),
  }
}

function readBearer(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') throw new Refusal('TOKEN_MISSING')
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization.trim())?.[1]
  if (token === undefined) throw new Refusal('TOKEN_INVALID')
  return token
}

function requireOwnPassword(user: UserStanding, endpoint: Rule): void {
  if (user.must_change_password && !endpoint.duringPasswordChange) {
    throw new Refusal('PASSWORD_CHANGE_REQUIRED')
  }
}

function identify(
  gate: Gatekeeper,
  user: UserStanding,
  requestId: string,
): Omit<RequestContext, 'deviceId' | 'familyId' | 'grantId'> {
  return { ...gate.services, actor: toActor(user), operatorName: fullName(user), requestId }
}
