import { toInstant } from '#domain/calendar/east-africa.ts'
import { hashOpaqueToken } from '../../security/one-time-code.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findRefreshToken, revokeTokenFamily } from '../../storage/accounts/refresh-tokens.ts'
import { findUser, lockPassword } from '../../storage/accounts/users.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import { endPushRegistration } from '../../storage/notifications/push-registrations.ts'
import type { Services } from '../context.ts'

/**
 * Ends the session of a refresh token; an unknown one is as good as ended. The delivery grant of the device stays,
 * so that what it has queued still goes out.
 */
export async function logOut(services: Services, refreshToken: string): Promise<void> {
  const token = await findRefreshToken(services.db, hashOpaqueToken(refreshToken))
  if (!token) return
  await inOneTransaction(services.db, async (tx) => {
    await lockPassword(tx, token.user_id)
    const at = toInstant(services.clock.now())
    await revokeTokenFamily(tx, token.family_id, at)
    const user = await findUser(tx, token.user_id)
    await insertAuditEntry(tx, {
      companyId: user?.company_id ?? null,
      organizationId: user?.organization_id ?? null,
      userId: token.user_id,
      deviceId: token.device_id,
      at,
      action: 'session.close',
      subject: `session:${token.family_id}`,
    })
    const companyId = user?.company_id
    if (!companyId) return
    const device = { userId: token.user_id, deviceId: token.device_id }
    await endPushRegistration(tx, { companyId }, device, { at, reason: 'log-out' })
  })
}
