import { grantText, type PushRequest } from '#contract/sync.ts'
import { DAY_MS, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { isDeviceKey, isSignedByDevice } from '../../security/device-signature.ts'
import {
  type DeviceKey,
  findDeliveryGrant,
  insertDeliveryGrant,
  revokeDeliveryGrants,
} from '../../storage/accounts/delivery-grants.ts'
import { findUser, type UserRow, type UserWithTenantStatus } from '../../storage/accounts/users.ts'
import type { Db } from '../../storage/schema.ts'
import type { Services } from '../context.ts'
import { requireActiveUser } from './require-active-user.ts'

const GRANT_LIFETIME_MS = 90 * DAY_MS

/**
 * Lets this device of this user push what it has queued after the session ended, signed with the key whose public
 * half is given. An older grant of the device ends. `null` for users without a company: they queue nothing.
 */
export async function issueDeliveryGrant(
  tx: Db,
  services: Pick<Services, 'clock' | 'newId'>,
  user: UserRow,
  device: { readonly id: string; readonly publicKey: DeviceKey },
): Promise<{ id: string; until: Instant } | null> {
  if (user.company_id === null) return null
  if (!isDeviceKey(device.publicKey)) {
    throw new Refusal('REQUEST_INVALID', { fields: [{ path: 'devicePublicKey', code: 'REQUEST_INVALID' }] })
  }
  const now = services.clock.now()
  const grant = { id: services.newId(), until: toInstant(now + GRANT_LIFETIME_MS) }
  await revokeDeliveryGrants(tx, user.id, toInstant(now), { device: device.id })
  await insertDeliveryGrant(tx, {
    ...grant,
    user_id: user.id,
    company_id: user.company_id,
    device_id: device.id,
    public_key: device.publicKey,
    issued_at: toInstant(now),
  })
  return grant
}

/**
 * The user in whose name a push may be made under its grant. Refuses with `GRANT_REFUSED` when the grant is
 * unknown, belongs to another user or is not signed by its device. A disabled user or company gets its own
 * code; an ended or expired grant gets `GRANT_REFUSED` again.
 */
export async function verifyDeliveryGrant(
  services: Pick<Services, 'clock' | 'db'>,
  request: PushRequest,
): Promise<UserWithTenantStatus> {
  const { grant: proof, ...rest } = request
  if (!proof) throw new Refusal('GRANT_REFUSED')
  const grant = await findDeliveryGrant(services.db, proof.id)
  const matches =
    grant !== undefined &&
    grant.user_id === request.userId &&
    grant.company_id === request.companyId &&
    grant.device_id === request.deviceId
  if (!matches || !isSignedByDevice(grant.public_key, grantText(rest, proof.id), proof.signature)) {
    throw new Refusal('GRANT_REFUSED')
  }
  const user = await findUser(services.db, grant.user_id)
  if (user?.company_id !== grant.company_id) throw new Refusal('GRANT_REFUSED')
  requireActiveUser(user)
  const isActive = grant.ended_at === null && Date.parse(grant.until) > services.clock.now()
  if (!isActive) throw new Refusal('GRANT_REFUSED')
  return user
}
