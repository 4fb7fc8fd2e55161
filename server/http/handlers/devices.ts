import { listDevices } from '../../services/devices/list-devices.ts'
import { listPhoneTroubles } from '../../services/devices/list-phone-troubles.ts'
import { revokeDevice } from '../../services/devices/revoke-device.ts'
import type { Handlers } from './handler-types.ts'

/**
 * Endpoints for the phones a user is signed in on: each user sees and ends only their own. What went wrong with a phone
 * is for those who look after the company.
 */
export const deviceHandlers: Pick<Handlers, 'devices.list' | 'devices.end' | 'phones.troubles'> = {
  'devices.list': async (context) => ({
    devices: await listDevices(context, context.actor.userId, context.deviceId),
  }),
  'devices.end': async (context, { deviceId }) => {
    await revokeDevice(context, deviceId)
    return {}
  },
  'phones.troubles': async (context, input) => ({ troubles: await listPhoneTroubles(context, input) }),
}
