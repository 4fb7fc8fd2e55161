import { sql } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/**
 * Companies whose feed was not marked on a day yet, those whose daily upkeep is due: the next `limit` of them after one,
 * by their ids.
 */
export async function listCompaniesToMaintain(
  db: Db,
  day: FiscalDay,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from companies
    where ${after === undefined ? sql`true` : sql`id > ${after}`}
      and not exists (select 1 from feed_marks where company_id = companies.id and day = ${day})
    order by id limit ${limit}
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Stores the last change of these companies on a day. */
export async function insertFeedMarks(db: Db, companyIds: readonly string[], day: FiscalDay): Promise<void> {
  await sql`
    insert into feed_marks (company_id, day, change_id)
    select company_id, ${day}, change_seq from company_feeds where company_id = any(${[...companyIds]}::uuid[])
    on conflict (company_id, day) do nothing
  `.execute(db)
}

/** Deletes marks that are not needed any more: all before one day, and before a later day all but the first of a week. */
export async function deleteOldFeedMarks(
  db: Db,
  companyIds: readonly string[],
  before: { readonly all: FiscalDay; readonly butFirstOfWeek: FiscalDay },
): Promise<void> {
  await sql`
    delete from feed_marks where company_id = any(${[...companyIds]}::uuid[]) and (
      day < ${before.all} or day < ${before.butFirstOfWeek} and exists (
        select from feed_marks earlier where earlier.company_id = feed_marks.company_id
          and earlier.day < feed_marks.day and date_trunc('week', earlier.day::date) = date_trunc('week', feed_marks.day::date)
      )
    )
  `.execute(db)
}

/** Which of these companies have tombstones that are older than a day. */
export async function listCompaniesWithOldTombstones(
  db: Db,
  companyIds: readonly string[],
  olderThan: FiscalDay,
): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select company_id from (
      select company_id, max(change_id) as change_id from feed_marks
      where company_id = any(${[...companyIds]}::uuid[]) and day <= ${olderThan} group by company_id
    ) as old
    where exists (
      select from changes where company_id = old.company_id and deleted and change_id <= old.change_id
    )
  `.execute(db)
  return rows.map((row) => row.company_id)
}

/**
 * Deletes tombstones that are older than a day, and stores up to which change they are gone. Locks the feed
 * first, as every writer of it does last. Returns how many went.
 */
export async function deleteTombstones(db: Db, scope: CompanyScope, olderThan: FiscalDay): Promise<number> {
  const { companyId } = scope
  await sql`select change_seq from company_feeds where company_id = ${companyId} for update`.execute(db)
  const { rows } = await sql<{ change_id: string }>`
    delete from changes where company_id = ${companyId} and deleted and change_id <= (
      select coalesce(max(change_id), 0) from feed_marks where company_id = ${companyId} and day <= ${olderThan}
    )
    returning change_id
  `.execute(db)
  const deletedUpTo = Math.max(0, ...rows.map((row) => parseInteger(row.change_id)))
  if (deletedUpTo > 0) {
    await sql`
      update company_feeds set tombstones_gone_to = greatest(tombstones_gone_to, ${deletedUpTo})
      where company_id = ${companyId}
    `.execute(db)
  }
  return rows.length
}

/**
 * Takes away the stored answers of operations of these companies that ended before a moment, but never those about
 * fiscal receipts: a phone that was off for years must get the same number again. Only what the device count has passed
 * goes. Returns how many went.
 */
export async function deleteOldOperations(
  db: Db,
  companyIds: readonly string[],
  before: Instant,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from operations where company_id = any(${[...companyIds]}::uuid[]) and executed_at < ${before}
      and type in ('invoice.save', 'customer.save', 'product.save', 'vendor.save', 'category.save')
      and device_seq <= (
        select coalesce(max(contiguous_seq), 0) from device_epochs
        where company_id = operations.company_id and device_epochs.device_id = operations.device_id
          and device_epochs.epoch = operations.epoch and device_epochs.user_id = operations.user_id
      )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Up to which change the tombstones of a company are gone. */
export async function getTombstonesDeletedUpTo(db: Db, scope: CompanyScope): Promise<number> {
  const row = await db
    .selectFrom('company_feeds')
    .select('tombstones_gone_to')
    .where('company_id', '=', scope.companyId)
    .executeTakeFirst()
  return row === undefined ? 0 : parseInteger(row.tombstones_gone_to)
}
