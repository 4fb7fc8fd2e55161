import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { verifyAgainstNobody, verifyPassword } from '../../security/passwords.ts'
import { recordAudit } from '../../storage/audit.ts'
import { forgetExpiredTokens } from '../../storage/refresh-tokens.ts'
import { findUserByUsername, lockPassword, type UserStanding } from '../../storage/users.ts'
import { Refusal } from '../refusal.ts'
import { readSession } from '../session/read-session.ts'
import type { AuthServices } from './auth-services.ts'
import { issueDeliveryGrant } from './delivery-grant.ts'
import { giveTokens } from './open-session.ts'
import { requireGoodStanding } from './standing.ts'

/**
 * Opens a session on a device. A wrong password and an unknown name get the same answer after the same time
 * (spec §8: "Invalid credentials"); that an account is disabled is told only to who knows its password.
 */
export async function logIn(
  services: AuthServices,
  request: EndpointRequest<'auth.login'>,
): Promise<EndpointAnswer<'auth.login'>> {
  const user = await recognize(services, request.username, request.password)
  requireGoodStanding(user)
  return await services.db.transaction().execute(async (tx) => {
    // A password that was changed meanwhile opens nothing.
    if ((await lockPassword(tx, user.id)) !== user.password_hash) throw new Refusal('INVALID_CREDENTIALS')
    const at = toInstant(services.clock.now())
    await forgetExpiredTokens(tx, user.id, at)
    const familyId = services.newId()
    const tokens = await giveTokens(tx, services, user, { deviceId: request.deviceId, familyId })
    const key = request.devicePublicKey
    const grant = key
      ? await issueDeliveryGrant(tx, services, user, { id: request.deviceId, publicKey: key })
      : null
    await recordAudit(tx, {
      companyId: user.company_id,
      userId: user.id,
      at,
      action: 'session.open',
      subject: `session:${familyId}`,
      detail: { deviceId: request.deviceId },
    })
    return { ...tokens, session: await readSession({ ...services, db: tx }, user), grant }
  })
}

async function recognize(services: AuthServices, username: string, password: string): Promise<UserStanding> {
  const user = await findUserByUsername(services.db, username)
  const right = user
    ? await verifyPassword(user.password_hash, password)
    : await verifyAgainstNobody(password)
  if (!user || !right) throw new Refusal('INVALID_CREDENTIALS')
  return user
}
