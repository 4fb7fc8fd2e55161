import { sql } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Companies whose feed was not marked on a day yet: those whose daily upkeep is due. */
export async function listCompaniesToMaintain(db: Db, day: FiscalDay): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from companies
    where not exists (select 1 from feed_marks where company_id = companies.id and day = ${day})
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Stores the last change of a company on a day. */
export async function insertFeedMark(db: Db, scope: CompanyScope, day: FiscalDay): Promise<void> {
  await sql`
    insert into feed_marks (company_id, day, change_id)
    select ${scope.companyId}, ${day}, change_seq from companies where id = ${scope.companyId}
    on conflict (company_id, day) do nothing
  `.execute(db)
}

/**
 * Deletes tombstones that are older than a day, and stores up to which change they are gone. Locks the company
 * first, as every writer of the feed does last. Returns how many went.
 */
export async function deleteTombstones(db: Db, scope: CompanyScope, olderThan: FiscalDay): Promise<number> {
  const { companyId } = scope
  await sql`select change_seq from companies where id = ${companyId} for update`.execute(db)
  const { rows } = await sql<{ change_id: string }>`
    delete from changes where company_id = ${companyId} and deleted and change_id <= (
      select coalesce(max(change_id), 0) from feed_marks where company_id = ${companyId} and day <= ${olderThan}
    )
    returning change_id
  `.execute(db)
  const deletedUpTo = Math.max(0, ...rows.map((row) => parseInteger(row.change_id)))
  if (deletedUpTo > 0) {
    await sql`
      update companies set tombstones_gone_to = greatest(tombstones_gone_to, ${deletedUpTo}) where id = ${companyId}
    `.execute(db)
  }
  await sql`delete from feed_marks where company_id = ${companyId} and day < ${olderThan}`.execute(db)
  return rows.length
}

/**
 * Takes away the stored answers of operations that ended before a moment, but never those about fiscal receipts: a
 * phone that was off for years must get the same number again. Only what the device count has passed goes. Returns how
 * many went.
 */
export async function deleteOldOperations(db: Db, scope: CompanyScope, before: Instant): Promise<number> {
  const { companyId } = scope
  const { rows } = await sql<{ op_id: string }>`
    delete from operations where company_id = ${companyId} and executed_at < ${before}
      and type in ('invoice.save', 'customer.save', 'product.save', 'vendor.save', 'category.save')
      and device_seq <= (
        select coalesce(max(contiguous_seq), 0) from device_epochs
        where company_id = ${companyId} and device_epochs.device_id = operations.device_id
          and device_epochs.epoch = operations.epoch and device_epochs.user_id = operations.user_id
      )
    returning op_id
  `.execute(db)
  return rows.length
}

/** Up to which change the tombstones of a company are gone. */
export async function getTombstonesDeletedUpTo(db: Db, scope: CompanyScope): Promise<number> {
  const row = await db
    .selectFrom('companies')
    .select('tombstones_gone_to')
    .where('id', '=', scope.companyId)
    .executeTakeFirst()
  return row === undefined ? 0 : parseInteger(row.tombstones_gone_to)
}
