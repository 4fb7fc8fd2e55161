import { type Selectable, sql } from 'kysely'
import type { CompanyNotification } from '#domain/notifications/notification.ts'
import { insertNotifications } from '../notifications/notifications.ts'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import { noteFeedGrowth } from './feed-growth.ts'
import type { ChangesTable } from './tables.ts'

export type ChangedRecord = {
  readonly t: ChangesTable['t']
  readonly id: string
  readonly deleted?: boolean
  /** The notification that users get of it. */
  readonly notification?: CompanyNotification
}
export type FeedEntry = Required<Omit<ChangedRecord, 'notification'>> & { readonly changeId: number }

/**
 * Enters records into the company's change feed, with their notifications, and returns the number of the last entry.
 * It must be the last statement of the transaction: the numbers are allocated under the lock of the feed's row, so
 * that they commit in their own order.
 */
export async function upsertChanges(
  db: Db,
  scope: CompanyScope,
  records: readonly ChangedRecord[],
): Promise<number> {
  const distinct = [...new Map(records.map((record) => [`${record.t} ${record.id}`, record])).values()]
  if (distinct.length === 0) throw new RangeError('there is no change to record')
  const { rows } = await sql<{ change_id: string }>`
    with taken as (
      update company_feeds set change_seq = change_seq + ${distinct.length} where company_id = ${scope.companyId}
      returning change_seq
    )
    insert into changes (company_id, t, row_id, change_id, deleted)
    select ${scope.companyId}, entry.t, entry.row_id, taken.change_seq - ${distinct.length} + entry.position, entry.deleted
    from taken, unnest(
      ${distinct.map((record) => record.t)}::text[], ${distinct.map((record) => record.id)}::text[],
      ${distinct.map((record) => record.deleted ?? false)}::boolean[]
    ) with ordinality as entry (t, row_id, deleted, position)
    on conflict (company_id, t, row_id) do update set change_id = excluded.change_id, deleted = excluded.deleted
    returning change_id
  `.execute(db)
  if (rows.length !== distinct.length) throw new Error('the company of a change does not exist')
  noteFeedGrowth(db, scope.companyId)
  const changeId = Math.max(...rows.map((row) => parseInteger(row.change_id)))
  const notifications = records.flatMap((record) => record.notification ?? [])
  if (notifications.length > 0) await insertNotifications(db, scope, notifications, changeId)
  return changeId
}

/** Number of the last change of the company: everything up to it is committed. */
export async function getLastChangeId(db: Db, scope: CompanyScope): Promise<number> {
  const row = await db
    .selectFrom('company_feeds')
    .select('change_seq')
    .where('company_id', '=', scope.companyId)
    .executeTakeFirst()
  return row === undefined ? 0 : parseInteger(row.change_seq)
}

/** Number under which a record last changed, `undefined` when it never did. */
export async function findChangeId(
  db: Db,
  scope: CompanyScope,
  record: Pick<ChangedRecord, 't' | 'id'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('changes')
    .select('change_id')
    .where('company_id', '=', scope.companyId)
    .where('t', '=', record.t)
    .where('row_id', '=', record.id)
    .executeTakeFirst()
  return row && parseInteger(row.change_id)
}

/** At most `limit` changes after one and up to another, in commit order; of one table with `only`. */
export async function listChanges(
  db: Db,
  scope: CompanyScope,
  range: {
    readonly after: number
    readonly upTo: number
    readonly limit: number
    readonly only?: ChangesTable['t']
  },
): Promise<FeedEntry[]> {
  const { only } = range
  const changes = db
    .selectFrom('changes')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('change_id', '>', String(range.after))
    .where('change_id', '<=', String(range.upTo))
    .orderBy('change_id')
    .limit(range.limit)
  const rows = await (only === undefined ? changes : changes.where('t', '=', only)).execute()
  return rows.map(toEntry)
}

/** At most `limit` changes up to one, newest first. */
export async function listChangesBefore(
  db: Db,
  scope: CompanyScope,
  upTo: number,
  limit: number,
): Promise<FeedEntry[]> {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('change_id', '<=', String(upTo))
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/**
 * What a phone needs before everything else, at most `limit` of each kind: the totals of its days, what it sells, and
 * what is unfinished. They come once more in their place.
 */
export async function listEntriesNeededFirst(
  db: Db,
  scope: CompanyScope,
  limit: number,
): Promise<FeedEntry[]> {
  const { rows } = await sql<Selectable<ChangesTable>>`
    select changes.* from (
      (select t, row_id from changes where company_id = ${scope.companyId} and t = 'aggregate'
        and row_id >= 'day:' and row_id < 'day;' order by row_id desc limit ${limit})
      union all
      (select t, row_id from changes where company_id = ${scope.companyId} and t in ('product', 'category')
        and not deleted order by change_id desc limit ${limit})
      union all
      (select 'invoice', id::text from invoices where company_id = ${scope.companyId} and status = 'draft'
        order by changed_at desc limit ${limit})
    ) as needed
    join changes using (t, row_id) where changes.company_id = ${scope.companyId}
  `.execute(db)
  return rows.map(toEntry)
}

function toEntry(row: Selectable<ChangesTable>): FeedEntry {
  return { t: row.t, id: row.row_id, deleted: row.deleted, changeId: parseInteger(row.change_id) }
}

/** The number of the last change of each of these companies. */
export async function listLastChangeIds(
  db: Db,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ company_id: string; change_seq: string }>`
    select company_id, change_seq from company_feeds where company_id = any(${[...companyIds]}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.company_id, parseInteger(row.change_seq)]))
}
