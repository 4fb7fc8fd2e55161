import { sql } from 'kysely'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { LedgerEntry } from './operations.ts'

type Device = Pick<LedgerEntry, 'userId' | 'deviceId' | 'epoch'>

/**
 * Stores up to which sequence number the ledger has all operations of a device, and the highest number seen. Returns
 * the former. Neither number ever decreases.
 */
export async function upsertDeviceSeq(
  db: Db,
  scope: CompanyScope,
  device: Device,
  seen: { readonly highest: number; readonly answered: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{ contiguous_seq: string }>`
    with before as (
      select coalesce(max(contiguous_seq), 0) as seq from device_epochs
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
    returning contiguous_seq
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('how far a device was seen was not kept')
  return parseInteger(row.contiguous_seq)
}
