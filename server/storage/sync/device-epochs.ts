import { sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { LedgerEntry } from './operations.ts'

export type Device = Pick<LedgerEntry, 'userId' | 'deviceId' | 'epoch'>

/**
 * Stores up to which sequence number the ledger has all operations of a device, and the highest number seen. Returns
 * the former, the latter as it was before, and whether this is the first of the epoch. Neither ever decreases.
 */
export async function upsertDeviceSeq(
  db: Db,
  scope: CompanyScope,
  device: Device,
  seen: { readonly highest: number; readonly answered: readonly number[] },
): Promise<{ readonly contiguous: number; readonly highestBefore: number; readonly isFirst: boolean }> {
  const { rows } = await sql<{ contiguous_seq: string; highest_before: string; is_first: boolean }>`
    with before as (
      select coalesce(max(contiguous_seq), 0) as seq, coalesce(max(highest_seq), 0) as highest from device_epochs
      where company_id = ${scope.companyId} and device_id = ${device.deviceId} and epoch = ${device.epoch}
        and user_id = ${device.userId}
    ), later as (
      -- Without a hole the first is one after what was seen, the second two, and so on.
      select device_seq, dense_rank() over (order by device_seq) as place from (
        select device_seq from operations
        where company_id = ${scope.companyId} and device_id = ${device.deviceId} and epoch = ${device.epoch}
          and user_id = ${device.userId}
        union select unnest(${[...seen.answered]}::bigint[])
      ) as known, before where device_seq > before.seq
    ), reached as (
      select greatest(before.seq, max(later.device_seq)) as seq
      from before left join later on later.device_seq = before.seq + later.place group by before.seq
    )
    insert into device_epochs (company_id, device_id, epoch, user_id, contiguous_seq, highest_seq)
    select ${scope.companyId}, ${device.deviceId}, ${device.epoch}, ${device.userId}, reached.seq,
      greatest(reached.seq, ${seen.highest}::bigint)
    from reached
    on conflict (company_id, device_id, epoch, user_id) do update set
      contiguous_seq = greatest(device_epochs.contiguous_seq, excluded.contiguous_seq),
      highest_seq = greatest(device_epochs.highest_seq, excluded.highest_seq)
    returning contiguous_seq, (select highest from before) as highest_before, xmax = 0 as is_first
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('how far a device was seen was not kept')
  return {
    contiguous: parseInteger(row.contiguous_seq),
    highestBefore: parseInteger(row.highest_before),
    isFirst: row.is_first,
  }
}

/** Earlier epochs of a device whose numbers have a hole that was not noticed yet. */
export async function listEpochsWithHole(db: Db, scope: CompanyScope, device: Device): Promise<string[]> {
  const rows = await db
    .selectFrom('device_epochs')
    .select('epoch')
    .where('company_id', '=', scope.companyId)
    .where('user_id', '=', device.userId)
    .where('device_id', '=', device.deviceId)
    .where('epoch', '!=', device.epoch)
    .where('lost_noticed_at', 'is', null)
    // A copied phone takes what is unsent along into its new epoch.
    .where('forked_at', 'is', null)
    .whereRef('highest_seq', '>', 'contiguous_seq')
    .orderBy('epoch')
    .execute()
  return rows.map(({ epoch }) => epoch)
}

/** Whether the ledger has another operation of this device and epoch under the number of one of these. */
export async function hasFork(
  db: Db,
  scope: CompanyScope,
  device: Device,
  operations: readonly { readonly opId: string; readonly deviceSeq: number }[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operations join unnest(
      ${operations.map(({ opId }) => opId)}::uuid[], ${operations.map(({ deviceSeq }) => deviceSeq)}::bigint[]
    ) as pushed (op_id, device_seq) using (device_seq)
    where operations.company_id = ${scope.companyId} and operations.user_id = ${device.userId}
      and operations.device_id = ${device.deviceId} and operations.epoch = ${device.epoch}
      and operations.op_id <> pushed.op_id
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** Stores that an epoch has two continuations. Returns whether that is new. */
export async function updateForked(
  db: Db,
  scope: CompanyScope,
  device: Device,
  at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device_epochs')
    .set({ forked_at: at })
    .where('company_id', '=', scope.companyId)
    .where('user_id', '=', device.userId)
    .where('device_id', '=', device.deviceId)
    .where('epoch', '=', device.epoch)
    .where('forked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores how many operations of an epoch will not come. Returns whether that is new. */
export async function updateLostWork(
  db: Db,
  scope: CompanyScope,
  device: Device,
  lost: { readonly count: number; readonly noticedAt: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device_epochs')
    .set({ lost_count: lost.count, lost_noticed_at: lost.noticedAt })
    .where('company_id', '=', scope.companyId)
    .where('user_id', '=', device.userId)
    .where('device_id', '=', device.deviceId)
    .where('epoch', '=', device.epoch)
    .where('lost_count', '<', lost.count)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
