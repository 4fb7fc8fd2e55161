import { type Selectable, sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { parseInteger, parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { IdentityState } from './identities.ts'
import type { NumberingHoldsTable } from './tables.ts'

/** Numbering of an identity is held since a backup was restored. */
export type NumberingHold = {
  readonly identityId: string
  /** Server epoch that the restore opened. */
  readonly epoch: string
  readonly openedAt: Instant
  /** What happened after this moment is not in the backup. */
  readonly backupAt: Instant
  /** First number of which this server may know nothing. */
  readonly fromGc: number
  readonly priorState: IdentityState
  readonly priorReason: string
}

function toHold(row: Selectable<NumberingHoldsTable>): NumberingHold {
  return {
    identityId: row.identity_id,
    epoch: row.epoch,
    openedAt: parseMoment(row.opened_at),
    backupAt: parseMoment(row.backup_at),
    fromGc: parseInteger(row.from_gc),
    priorState: row.prior_state,
    priorReason: row.prior_reason,
  }
}

/**
 * Holds the numbering of every identity, or of one company's, and notes which phones worked with the server in the time
 * before the backup: those are awaited. The outcome of every open receipt and Z report becomes unknown. A hold of an earlier
 * restore gives way to the new one and leaves it its prior state.
 */
export async function insertHolds(
  db: Db,
  restore: {
    readonly epoch: string
    readonly at: Instant
    readonly backupAt: Instant
    /** Phones that pushed something since then are awaited. */
    readonly activeSince: Instant
    readonly reason: string
  },
  scope?: CompanyScope,
): Promise<{ readonly identityId: string; readonly companyId: string; readonly fromGc: number }[]> {
  const { epoch, at, backupAt, activeSince, reason } = restore
  const ofCompany = scope ? sql`and company_id = ${scope.companyId}` : sql``
  const { rows } = await sql<{ identity_id: string; company_id: string; from_gc: string }>`
    with earlier as (
      update numbering_holds set released_at = ${at} where released_at is null ${ofCompany}
      returning company_id, identity_id, prior_state, prior_reason
    )
    insert into numbering_holds
      (identity_id, epoch, company_id, opened_at, backup_at, from_gc, prior_state, prior_reason)
    select id, ${epoch}, identity.company_id, ${at}, ${backupAt}, next_gc,
      coalesce(earlier.prior_state, state), coalesce(earlier.prior_reason, state_reason)
    from fiscal_identities identity
      left join earlier on earlier.company_id = identity.company_id and earlier.identity_id = id
    where retired_at is null ${scope ? sql`and identity.company_id = ${scope.companyId}` : sql``}
    returning identity_id, company_id, from_gc
  `.execute(db)
  await sql`
    update fiscal_identities set state = 'held', state_reason = ${reason} where retired_at is null ${ofCompany}
  `.execute(db)
  // They may have been sent after the backup: then a repeat may be refused, and the portal has to be asked.
  await sql`
    update receipts set delivery = 'unknown', unknown_since = ${at}
    where delivery in ('numbered', 'sending') ${ofCompany}
  `.execute(db)
  // They were probably sent as well: a refused repeat is no refusal.
  await sql`
    update z_reports set delivery = 'unknown' where delivery = 'waiting' ${ofCompany}
  `.execute(db)
  // An API key, a number of a feature phone and an accounting connection never come back, for they have nothing to return:
  // one that sold is awaited all the same, until the owner says TRA's last number, because only it knows what it sold last.
  // Their operations carry their own id as epoch; a phone has one of its own for each of its databases.
  await sql`
    insert into awaited_devices (company_id, epoch, device_id, user_id, expected)
    select distinct company_id, ${epoch}::uuid, device_id, user_id, true from operations
    where executed_at >= ${activeSince} and (epoch <> device_id or type = 'invoice.submit') ${ofCompany}
  `.execute(db)
  return rows.map((row) => ({
    identityId: row.identity_id,
    companyId: row.company_id,
    fromGc: parseInteger(row.from_gc),
  }))
}

/** The hold of a company's numbering that is not released yet. */
export async function findOpenHold(db: Db, scope: CompanyScope): Promise<NumberingHold | undefined> {
  const row = await db
    .selectFrom('numbering_holds')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return row && toHold(row)
}

/** Every hold of a company, oldest first; released ones too, for phones that return late. */
export async function listHolds(db: Db, scope: CompanyScope): Promise<NumberingHold[]> {
  const rows = await db
    .selectFrom('numbering_holds')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .orderBy('opened_at')
    .execute()
  return rows.map(toHold)
}

/**
 * Companies whose numbering is held and may be released: every awaited phone has returned, and at least one is there. Only
 * for the sweeper: after a restore all companies are on hold, and most of them wait for a phone.
 */
export async function listCompaniesToRelease(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('numbering_holds as h')
    .select('h.company_id')
    .where('h.released_at', 'is', null)
    .where((where) => {
      const phones = where
        .selectFrom('awaited_devices as d')
        .select('d.device_id')
        .whereRef('d.company_id', '=', 'h.company_id')
        .whereRef('d.epoch', '=', 'h.epoch')
      const returned = where.exists(phones.where('d.returned_at', 'is not', null))
      const awaited = phones.where('d.expected', '=', true).where('d.returned_at', 'is', null)
      return where.and([returned, where.not(where.exists(awaited))])
    })
    .execute()
  return rows.map((row) => row.company_id)
}

/** Ends a hold. The caller holds the identity's lock and writes the identity's state. */
export async function updateHoldReleased(
  db: Db,
  scope: CompanyScope,
  hold: Pick<NumberingHold, 'identityId' | 'epoch'>,
  at: Instant,
  by: string | null,
): Promise<void> {
  await db
    .updateTable('numbering_holds')
    .set({ released_at: at, released_by: by })
    .where('company_id', '=', scope.companyId)
    .where('identity_id', '=', hold.identityId)
    .where('epoch', '=', hold.epoch)
    .execute()
}

/** Notes that a device has returned everything it knew. */
export async function upsertReturnedDevice(
  db: Db,
  scope: CompanyScope,
  device: {
    readonly epoch: string
    readonly deviceId: string
    readonly userId: string
    readonly receipts: number
  },
  at: Instant,
): Promise<void> {
  await db
    .insertInto('awaited_devices')
    .values({
      company_id: scope.companyId,
      epoch: device.epoch,
      device_id: device.deviceId,
      user_id: device.userId,
      expected: false,
      returned_at: at,
      receipts: device.receipts,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'epoch', 'device_id', 'user_id'])
        .doUpdateSet({ returned_at: at, receipts: device.receipts }),
    )
    .execute()
}

/** What is known of the receipts from the hold's first number on, and of the phones that may know more. */
export type HoldProgress = {
  readonly devicesAwaited: number
  readonly devicesReturned: number
  /** Numbers below the next one that no phone has returned; at most the first 100. */
  readonly missing: number[]
  /** Returned receipts that a phone saw acknowledged but the portal has not shown yet. */
  readonly unproved: number
}

/** How far the clearing-up of a hold is. */
export async function getHoldProgress(
  db: Db,
  scope: CompanyScope,
  hold: NumberingHold,
): Promise<HoldProgress> {
  const { rows } = await sql<{
    awaited: number
    returned: number
    missing: number[] | null
    unproved: number
  }>`
    select
      (select count(*)::int from awaited_devices
        where company_id = ${scope.companyId} and epoch = ${hold.epoch} and expected and returned_at is null) as awaited,
      (select count(*)::int from awaited_devices
        where company_id = ${scope.companyId} and epoch = ${hold.epoch} and returned_at is not null) as returned,
      (select array_agg(gc::int) from (
        select gc from fiscal_identities, generate_series(${hold.fromGc}::bigint, next_gc - 1) as gc
        where company_id = ${scope.companyId} and id = ${hold.identityId}
          and not exists (select 1 from receipts where company_id = ${scope.companyId}
            and identity_id = ${hold.identityId} and receipts.gc = gc.gc)
        order by gc limit 100) as gaps) as missing,
      (select count(*)::int from receipts
        where company_id = ${scope.companyId} and identity_id = ${hold.identityId} and gc >= ${hold.fromGc} and delivery = 'acknowledged') as unproved
  `.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('a count has no row')
  return {
    devicesAwaited: row.awaited,
    devicesReturned: row.returned,
    missing: row.missing ?? [],
    unproved: row.unproved,
  }
}
