import { createHash } from 'node:crypto'
import type { PushAddress } from '#contract/notifications.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { PushGateway } from '../../gateways/push/gateway.ts'
import { lastChange } from '../../storage/changes.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import {
  endDeviceRegistration,
  endRegistrationsAt,
  findDeviceRegistration,
  insertPushRegistration,
} from '../../storage/push-registrations.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { Refusal } from '../refusal.ts'

/** Who asks, from which device. */
export type DeviceContext = ServiceContext & { readonly deviceId: string }

function hashOf(address: PushAddress): string {
  const text = address.kind === 'fcm' ? address.token : address.endpoint
  return createHash('sha256').update(`${address.kind} ${text}`).digest('hex')
}

/**
 * Lets messages for this person reach this device. A browser speaks for one person, the last who registered it.
 * Registering again under the same address changes nothing. What happened before is not told any more. Refuses with
 * `PUSH_ADDRESS_REFUSED` an address this server may not send to.
 */
export async function registerPush(
  context: DeviceContext,
  gateway: PushGateway,
  wish: { readonly account: string; readonly address: PushAddress },
): Promise<void> {
  if (!gateway.accepts(wish.address)) throw new Refusal('PUSH_ADDRESS_REFUSED')
  const scope = companyScope(context)
  const device = { userId: context.actor.userId, deviceId: context.deviceId }
  const addressHash = hashOf(wish.address)
  const at = toInstant(context.clock.now())
  await inTransaction(context.db, async (tx) => {
    const known = await findDeviceRegistration(tx, scope, device)
    if (known?.addressHash === addressHash && known.account === wish.account) return
    await endDeviceRegistration(tx, scope, device, { at, reason: 'replaced' })
    await endRegistrationsAt(tx, addressHash, at)
    await insertPushRegistration(tx, scope, {
      id: context.newId(),
      user_id: device.userId,
      device_id: device.deviceId,
      account: wish.account,
      address_hash: addressHash,
      sealed_address: context.sealer.seal(JSON.stringify(wish.address)),
      registered_at: at,
      pushedUpTo: await lastChange(tx, scope),
    })
  })
}

/** Ends it: the person turned notifications off here. */
export async function unregisterPush(context: DeviceContext): Promise<void> {
  const device = { userId: context.actor.userId, deviceId: context.deviceId }
  const at = toInstant(context.clock.now())
  await endDeviceRegistration(context.db, companyScope(context), device, { at, reason: 'person' })
}
