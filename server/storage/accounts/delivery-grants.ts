import type { Selectable } from 'kysely'
import type { Db } from '../schema.ts'
import type { DeliveryGrantsTable } from './tables.ts'

export type DeliveryGrantRow = Selectable<DeliveryGrantsTable>
export type DeviceKey = DeliveryGrantRow['public_key']

export async function insertDeliveryGrant(db: Db, grant: Omit<DeliveryGrantRow, 'ended_at'>): Promise<void> {
  await db
    .insertInto('delivery_grants')
    .values({ ...grant, public_key: JSON.stringify(grant.public_key), ended_at: null })
    .execute()
}

export async function findDeliveryGrant(db: Db, grantId: string): Promise<DeliveryGrantRow | undefined> {
  return await db.selectFrom('delivery_grants').selectAll().where('id', '=', grantId).executeTakeFirst()
}

/** The grants of a user that still let something out. */
export async function listLiveGrants(
  db: Db,
  userId: string,
  now: string,
): Promise<{ device_id: string; issued_at: string }[]> {
  return await db
    .selectFrom('delivery_grants')
    .select(['device_id', 'issued_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('until', '>', now)
    .execute()
}

/** Ends grants of a user: those of one device, those of all other devices, or all. */
export async function revokeDeliveryGrants(
  db: Db,
  userId: string,
  at: string,
  which: { readonly device: string } | { readonly exceptDevice: string } | 'all',
): Promise<void> {
  let query = db
    .updateTable('delivery_grants')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which !== 'all') {
    query =
      'device' in which
        ? query.where('device_id', '=', which.device)
        : query.where('device_id', '!=', which.exceptDevice)
  }
  await query.execute()
}
