import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Actor } from '#domain/users/user.ts'
import { recordAudit } from '../../storage/audit.ts'
import { endDeliveryGrants } from '../../storage/delivery-grants.ts'
import { endDeviceRegistration } from '../../storage/push-registrations.ts'
import { revokeSessionsOn } from '../../storage/refresh-tokens.ts'
import { lockPassword } from '../../storage/users.ts'
import type { Services } from '../context.ts'

/**
 * Ends everything that one device may still do in the name of its user: its sessions, its delivery grant and what it
 * is told. For a phone that was stolen or sold. What waits there stays there. A device of nobody ends nothing.
 */
export async function endDevice(
  services: Pick<Services, 'clock' | 'db'>,
  { userId, companyId }: Actor,
  deviceId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    // One at a time for each user, so that no token is born while its session ends.
    await lockPassword(tx, userId)
    const at = toInstant(services.clock.now())
    await revokeSessionsOn(tx, userId, deviceId, at)
    await endDeliveryGrants(tx, userId, at, { device: deviceId })
    if (companyId !== null) {
      await endDeviceRegistration(tx, { companyId }, { userId, deviceId }, { at, reason: 'session-ended' })
    }
    await recordAudit(tx, { companyId, userId, at, action: 'device.end', subject: `device:${deviceId}` })
  })
}
