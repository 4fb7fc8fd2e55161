import type { Handlers } from '../../http/handlers.ts'
import { endDevice } from './end-device.ts'
import { listDevices } from './list-devices.ts'

/** Calls about the phones on which somebody is logged in. Everybody sees and ends their own only. */
export const deviceHandlers: Pick<Handlers, 'devices.list' | 'devices.end'> = {
  'devices.list': async (context) => ({
    devices: await listDevices(context, context.actor.userId, context.deviceId),
  }),
  'devices.end': async (context, { deviceId }) => {
    await endDevice(context, context.actor, deviceId)
    return {}
  },
}
