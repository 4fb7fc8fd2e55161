import { toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { revokeDeliveryGrants } from '../../storage/accounts/delivery-grants.ts'
import { revokeDeviceSessions } from '../../storage/accounts/refresh-tokens.ts'
import { lockPassword } from '../../storage/accounts/users.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import { endPushRegistration } from '../../storage/notifications/push-registrations.ts'
import { actedBy, type ServiceContext } from '../context.ts'

/**
 * Ends everything that one device may still do in the name of its user: its sessions, its delivery grant and
 * its push messages. For a phone that was stolen or sold. Entries that wait on the phone stay there. An
 * unknown device changes nothing.
 */
export async function revokeDevice(
  context: Pick<ServiceContext, 'actor' | 'clock' | 'db' | 'deviceId'>,
  deviceId: string,
): Promise<void> {
  const { userId, companyId } = context.actor
  await inOneTransaction(context.db, async (tx) => {
    // One at a time for each user, so that no token is born while its session ends.
    await lockPassword(tx, userId)
    const at = toInstant(context.clock.now())
    await revokeDeviceSessions(tx, userId, deviceId, at)
    await revokeDeliveryGrants(tx, userId, at, { device: deviceId })
    if (companyId !== null) {
      await endPushRegistration(tx, { companyId }, { userId, deviceId }, { at, reason: 'session-ended' })
    }
    await insertAuditEntry(tx, {
      companyId,
      ...actedBy(context),
      at,
      action: 'device.end',
      subject: `device:${deviceId}`,
    })
  })
}
