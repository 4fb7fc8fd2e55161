import { createHash } from 'node:crypto'
import type { PushAddress } from '#contract/notifications.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { PushGateway } from '../../gateways/push/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import {
  endPushRegistration,
  endPushRegistrationsByAddress,
  findPushRegistration,
  insertPushRegistration,
} from '../../storage/notifications/push-registrations.ts'
import { getLastChangeId } from '../../storage/sync/changes.ts'
import { companyScope, type ServiceContext } from '../context.ts'

/** Who asks, from which device. */
export type DeviceContext = ServiceContext & { readonly deviceId: string }

function hashOf(address: PushAddress): string {
  const text = address.kind === 'fcm' ? address.token : address.endpoint
  return createHash('sha256').update(`${address.kind} ${text}`).digest('hex')
}

/**
 * Registers this device for messages to this person. A browser gets messages for one person only, the last
 * who registered it. Registering again under the same address changes nothing. Earlier changes are not
 * announced. Refuses with `PUSH_ADDRESS_REFUSED` an address this server may not send to.
 */
export async function registerPush(
  context: DeviceContext,
  gateway: PushGateway,
  registration: { readonly account: string; readonly address: PushAddress },
): Promise<void> {
  if (!gateway.accepts(registration.address)) throw new Refusal('PUSH_ADDRESS_REFUSED')
  const scope = companyScope(context)
  const device = { userId: context.actor.userId, deviceId: context.deviceId }
  const addressHash = hashOf(registration.address)
  const at = toInstant(context.clock.now())
  await inTransaction(context.db, async (tx) => {
    const existing = await findPushRegistration(tx, scope, device)
    if (existing?.addressHash === addressHash && existing.account === registration.account) return
    await endPushRegistration(tx, scope, device, { at, reason: 'replaced' })
    await endPushRegistrationsByAddress(tx, addressHash, at)
    await insertPushRegistration(tx, scope, {
      id: context.newId(),
      user_id: device.userId,
      device_id: device.deviceId,
      account: registration.account,
      address_hash: addressHash,
      sealed_address: context.encryption.encrypt(JSON.stringify(registration.address)),
      registered_at: at,
      pushedUpTo: await getLastChangeId(tx, scope),
    })
  })
}

/** Ends it: the person turned notifications off here. */
export async function unregisterPush(context: DeviceContext): Promise<void> {
  const device = { userId: context.actor.userId, deviceId: context.deviceId }
  const at = toInstant(context.clock.now())
  await endPushRegistration(context.db, companyScope(context), device, { at, reason: 'person' })
}
