import { listDevices } from '../../services/devices/list-devices.ts'
import { revokeDevice } from '../../services/devices/revoke-device.ts'
import type { Handlers } from './handler-types.ts'

/** Calls about the phones on which somebody is logged in. Everybody sees and ends their own only. */
export const deviceHandlers: Pick<Handlers, 'devices.list' | 'devices.end'> = {
  'devices.list': async (context) => ({
    devices: await listDevices(context, context.actor.userId, context.deviceId),
  }),
  'devices.end': async (context, { deviceId }) => {
    await revokeDevice(context, context.actor, deviceId)
    return {}
  },
}
