import type { Device } from '#contract/devices.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { listLiveGrants } from '../../storage/accounts/delivery-grants.ts'
import { listLiveTokens } from '../../storage/accounts/refresh-tokens.ts'
import { listDeviceNames } from '../../storage/accounts/user-devices.ts'
import type { Services } from '../context.ts'

type DeviceActivity = { readonly deviceId: string; readonly at: number; readonly signedIn: boolean }

/** The devices that may still do something in a user's name, the one seen last first. */
export async function listDevices(
  services: Pick<Services, 'clock' | 'db'>,
  userId: string,
  current: string | null,
): Promise<Device[]> {
  const now = toInstant(services.clock.now())
  const tokens = await listLiveTokens(services.db, userId, now)
  const names = await listDeviceNames(services.db, userId)
  const grants = await listLiveGrants(services.db, userId, now)
  const activities: DeviceActivity[] = [
    ...tokens.map((row) => ({ deviceId: row.device_id, at: Date.parse(row.created_at), signedIn: true })),
    ...grants.map((row) => ({ deviceId: row.device_id, at: Date.parse(row.issued_at), signedIn: false })),
  ]
  return [...Map.groupBy(activities, ({ deviceId }) => deviceId)]
    .map(([deviceId, activity]) => ({
      deviceId,
      seen: activity,
      last: Math.max(...activity.map(({ at }) => at)),
    }))
    .sort((a, b) => b.last - a.last)
    .map(({ deviceId, seen: activity, last }) => ({
      deviceId,
      ...(names.get(deviceId) ? { name: names.get(deviceId) } : {}),
      current: deviceId === current,
      since: toInstant(Math.min(...activity.map(({ at }) => at))),
      lastSeenAt: toInstant(last),
      signedIn: activity.some(({ signedIn }) => signedIn),
    }))
}
