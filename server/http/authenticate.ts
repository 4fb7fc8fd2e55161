import type { Endpoint } from '#contract/endpoint.ts'
import type { PushRequest } from '#contract/sync.ts'
import { rightsOf } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '../ports/refusal.ts'
import type { AccessStatusCache } from '../services/auth/access-status-cache.ts'
import type { AuthServices } from '../services/auth/auth-services.ts'
import { verifyDeliveryGrant } from '../services/auth/delivery-grant.ts'
import { requireActiveUser, toActor } from '../services/auth/require-active-user.ts'
import { fullName, type UserWithTenantStatus } from '../storage/accounts/users.ts'
import type { RequestContext } from './handlers/handler-types.ts'

export type AuthenticationDeps = {
  readonly services: AuthServices
  readonly accessStatus: AccessStatusCache
}

type EndpointRule = Pick<Endpoint, 'duringPasswordChange'>

/**
 * Who asks, by the bearer token. Refuses with `TOKEN_MISSING`, `TOKEN_INVALID` or `TOKEN_EXPIRED`, with the code of
 * what was disabled since, and with `PASSWORD_CHANGE_REQUIRED` where a new password must come first (spec §2).
 */
export async function authenticate(
  authentication: AuthenticationDeps,
  authorization: string | undefined,
  endpoint: EndpointRule,
  requestId: string,
): Promise<RequestContext> {
  const claims = await authentication.services.tokens.read(readBearer(authorization))
  if (claims === 'expired') throw new Refusal('TOKEN_EXPIRED')
  if (claims === 'invalid') throw new Refusal('TOKEN_INVALID')
  const { user, sessionOpen } = await authentication.accessStatus.get(claims.userId, claims.familyId)
  if (!user || user.company_id !== claims.companyId) throw new Refusal('TOKEN_INVALID')
  requireActiveUser(user)
  if (!sessionOpen) throw new Refusal('TOKEN_INVALID')
  requireChangedPassword(user, endpoint)
  return {
    ...requestContextOf(authentication, user, requestId),
    deviceId: claims.deviceId,
    familyId: claims.familyId,
  }
}

/** Who asks, by the delivery grant that signed the push. */
export async function authenticateByGrant(
  authentication: AuthenticationDeps,
  request: PushRequest,
  endpoint: EndpointRule,
  requestId: string,
): Promise<RequestContext> {
  const user = await verifyDeliveryGrant(authentication.services, request)
  requireChangedPassword(user, endpoint)
  return {
    ...requestContextOf(authentication, user, requestId),
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

function requireChangedPassword(user: UserWithTenantStatus, endpoint: EndpointRule): void {
  if (user.must_change_password && !endpoint.duringPasswordChange) {
    throw new Refusal('PASSWORD_CHANGE_REQUIRED')
  }
}

function requestContextOf(
  authentication: AuthenticationDeps,
  user: UserWithTenantStatus,
  requestId: string,
): Omit<RequestContext, 'deviceId' | 'familyId' | 'grantId'> {
  return {
    ...authentication.services,
    actor: toActor(user),
    operatorName: fullName(user),
    rights: rightsOf(user.user_type, user.rights),
    requestId,
  }
}
