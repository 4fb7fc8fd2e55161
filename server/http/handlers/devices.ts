import { listDevices } from '../../services/devices/list-devices.ts'
import { revokeDevice } from '../../services/devices/revoke-device.ts'
import type { Handlers } from './handler-types.ts'

/** Endpoints for the phones a user is signed in on. Each user sees and ends only their own. */
export const deviceHandlers: Pick<Handlers, 'devices.list' | 'devices.end'> = {
  'devices.list': async (context) => ({
    devices: await listDevices(context, context.actor.userId, context.deviceId),
  }),
  'devices.end': async (context, { deviceId }) => {
    await revokeDevice(context, deviceId)
    return {}
  },
}
