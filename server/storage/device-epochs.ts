import { sql } from 'kysely'
import type { Db } from '../services/context.ts'
import type { LedgerEntry } from './operations.ts'
import { wholeNumber } from './row-values.ts'
import type { CompanyScope } from './scope.ts'

type Device = Pick<LedgerEntry, 'userId' | 'deviceId' | 'epoch'>

/** How far a device's operations were seen without a hole; 0 for an unknown one. */
export async function contiguousSeq(db: Db, scope: CompanyScope, device: Device): Promise<number> {
  const row = await db
    .selectFrom('device_epochs')
    .select('contiguous_seq')
    .where('company_id', '=', scope.companyId)
    .where('device_id', '=', device.deviceId)
    .where('epoch', '=', device.epoch)
    .where('user_id', '=', device.userId)
    .executeTakeFirst()
  return row === undefined ? 0 : wholeNumber(row.contiguous_seq)
}

/** Writes how far a device's operations were seen. Neither number ever falls. */
export async function keepDeviceSeq(
  db: Db,
  scope: CompanyScope,
  device: Device,
  seen: { readonly contiguous: number; readonly highest: number },
): Promise<void> {
  await sql`
    insert into device_epochs (company_id, device_id, epoch, user_id, contiguous_seq, highest_seq)
    values (${scope.companyId}, ${device.deviceId}, ${device.epoch}, ${device.userId}, ${seen.contiguous}, ${seen.highest})
    on conflict (company_id, device_id, epoch, user_id) do update set
      contiguous_seq = greatest(device_epochs.contiguous_seq, excluded.contiguous_seq),
      highest_seq = greatest(device_epochs.highest_seq, excluded.highest_seq)
  `.execute(db)
}
