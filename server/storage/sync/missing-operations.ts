import { sql } from 'kysely'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Sequence numbers of one phone that the ledger has no operation for, although it has later ones; both included. */
export type MissingOperations = {
  readonly deviceId: string
  readonly epoch: string
  readonly from: number
  readonly to: number
}

/** More gaps than a person would read. */
const MAX_GAPS = 1_000

/** The gaps in what the phones of a user sent, by phone and epoch, in order. An operation that a person discarded leaves one. */
export async function listMissingOperations(
  db: Db,
  scope: CompanyScope,
  userId: string,
): Promise<MissingOperations[]> {
  const { rows } = await sql<{ device_id: string; epoch: string; first: string; last: string }>`
    with known as (
      select device_id, epoch, device_seq from operations
      where company_id = ${scope.companyId} and user_id = ${userId}
      union
      select device_id, epoch, contiguous_seq from device_epochs
      where company_id = ${scope.companyId} and user_id = ${userId}
      union
      select device_id, epoch, highest_seq + 1 from device_epochs
      where company_id = ${scope.companyId} and user_id = ${userId}
    ), steps as (
      select device_id, epoch, device_seq as seq,
        lead(device_seq) over (partition by device_id, epoch order by device_seq) as next_seq
      from known
    )
    select steps.device_id, steps.epoch, steps.seq + 1 as first, steps.next_seq - 1 as last
    from steps join device_epochs as seen on seen.company_id = ${scope.companyId} and seen.user_id = ${userId}
      and seen.device_id = steps.device_id and seen.epoch = steps.epoch
    where steps.next_seq > steps.seq + 1 and steps.seq >= seen.contiguous_seq
    order by steps.device_id, steps.epoch, steps.seq limit ${MAX_GAPS}
  `.execute(db)
  return rows.map(({ device_id: deviceId, epoch, first, last }) => {
    return { deviceId, epoch, from: parseInteger(first), to: parseInteger(last) }
  })
}
