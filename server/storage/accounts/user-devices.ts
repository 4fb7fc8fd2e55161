import type { Db } from '../schema.ts'

/** Whether a login came from a phone of the user, from the first one ever, or from another one. */
export type DeviceNews = 'known' | 'first' | 'new'

/** Notes a login of a user on a device with the name it has now. Call it under the user's row lock. */
export async function noteLogin(
  db: Db,
  device: { readonly userId: string; readonly deviceId: string; readonly name: string; readonly at: string },
): Promise<DeviceNews> {
  const { userId, deviceId, name, at } = device
  const known = await db
    .selectFrom('user_devices')
    .select('device_id')
    .where('user_id', '=', userId)
    .execute()
  await db
    .insertInto('user_devices')
    .values({ user_id: userId, device_id: deviceId, name, first_login_at: at, last_login_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_id']).doUpdateSet({ name, last_login_at: at }),
    )
    .execute()
  if (known.some((row) => row.device_id === deviceId)) return 'known'
  return known.length === 0 ? 'first' : 'new'
}

/** What the devices of a user call themselves, by their ids. */
export async function listDeviceNames(db: Db, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('user_devices')
    .select(['device_id', 'name'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ device_id, name }) => [device_id, name]))
}
