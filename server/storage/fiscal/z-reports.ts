import type { Selectable } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { ZReport } from '#domain/fiscal/z-report.ts'
import { parseDay, parseInteger, parseNullableMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope, IdentityScope } from '../scope.ts'
import type { ZReportsTable } from './tables.ts'

export type StoredZReport = {
  readonly companyId: string
  readonly identityId: string
  readonly day: FiscalDay
  readonly report: ZReport
  readonly signedBytes: string
  readonly certSerialHeader: string
  readonly delivery: ZReportsTable['delivery']
  readonly attempts: number
  readonly nextAttemptAt: Instant | null
  readonly acknowledgedAt: Instant | null
}

function toZReport(row: Selectable<ZReportsTable>): StoredZReport {
  return {
    companyId: row.company_id,
    identityId: row.identity_id,
    day: parseDay(row.day),
    report: row.report,
    signedBytes: row.signed_bytes,
    certSerialHeader: row.cert_serial_header,
    delivery: row.delivery,
    attempts: row.attempts,
    nextAttemptAt: parseNullableMoment(row.next_attempt_at),
    acknowledgedAt: parseNullableMoment(row.acknowledged_at),
  }
}

/** Z reports of a company from one day to another, both included, oldest first. */
export async function listZReports(
  db: Db,
  scope: CompanyScope,
  from: FiscalDay,
  to: FiscalDay,
): Promise<StoredZReport[]> {
  const rows = await db
    .selectFrom('z_reports')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  return rows.map(toZReport)
}

/** The latest Z report of an identity. */
export async function findLastZReport(db: Db, identity: IdentityScope): Promise<StoredZReport | undefined> {
  const row = await db
    .selectFrom('z_reports')
    .selectAll()
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toZReport(row)
}

/** The last day of an identity that has its Z report. */
export async function findLastClosedDay(db: Db, identity: IdentityScope): Promise<FiscalDay | null> {
  const row = await db
    .selectFrom('z_reports')
    .select('day')
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? parseDay(row.day) : null
}

/** The oldest Z report that the authority has not accepted; refused ones are parked and left out. */
export async function findNextOpenZReport(
  db: Db,
  identity: IdentityScope,
): Promise<StoredZReport | undefined> {
  const row = await db
    .selectFrom('z_reports')
    .selectAll()
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', 'in', ['waiting', 'unknown'])
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row && toZReport(row)
}

/** Stores a day's report; `false` when that day already has one. */
export async function insertZReport(
  db: Db,
  report: Pick<
    StoredZReport,
    'companyId' | 'identityId' | 'day' | 'report' | 'signedBytes' | 'certSerialHeader' | 'delivery'
  >,
): Promise<boolean> {
  const row = await db
    .insertInto('z_reports')
    .values({
      company_id: report.companyId,
      identity_id: report.identityId,
      day: report.day,
      report: JSON.stringify(report.report),
      signed_bytes: report.signedBytes,
      cert_serial_header: report.certSerialHeader,
      delivery: report.delivery,
      ack_code: null,
      ack_message: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

/** The days from one on whose reports the authority does not have: never sent, or refused. */
export async function listUnsentDays(db: Db, identity: IdentityScope, from: FiscalDay): Promise<FiscalDay[]> {
  const rows = await db
    .selectFrom('z_reports')
    .select('day')
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('day', '>=', from)
    .where('delivery', 'in', ['waiting', 'refused'])
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => parseDay(day))
}

/** Replaces a day's report that the authority does not have, and makes it due. */
export async function replaceZReport(
  db: Db,
  report: Pick<
    StoredZReport,
    'companyId' | 'identityId' | 'day' | 'report' | 'signedBytes' | 'certSerialHeader'
  >,
): Promise<void> {
  await db
    .updateTable('z_reports')
    .set({
      report: JSON.stringify(report.report),
      signed_bytes: report.signedBytes,
      cert_serial_header: report.certSerialHeader,
      delivery: 'waiting',
      next_attempt_at: null,
    })
    .where('company_id', '=', report.companyId)
    .where('identity_id', '=', report.identityId)
    .where('day', '=', report.day)
    .where('delivery', 'in', ['waiting', 'refused'])
    .execute()
}

/**
 * Marks a day's report as about to be sent, so that after a crash its outcome counts as unknown, not as unsent; `false`
 * when it was replaced or settled meanwhile.
 */
export async function updateZReportSending(
  db: Db,
  report: Pick<StoredZReport, 'companyId' | 'identityId' | 'day' | 'signedBytes'>,
): Promise<boolean> {
  const row = await db
    .updateTable('z_reports')
    .set({ delivery: 'unknown' })
    .where('company_id', '=', report.companyId)
    .where('identity_id', '=', report.identityId)
    .where('day', '=', report.day)
    .where('signed_bytes', '=', report.signedBytes)
    .where('delivery', 'in', ['waiting', 'unknown'])
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes the outcome of an attempt to deliver a day's report; not when it was replaced meanwhile. */
export async function updateZDelivery(
  db: Db,
  report: Pick<StoredZReport, 'companyId' | 'identityId' | 'day' | 'signedBytes'>,
  change: {
    readonly delivery: ZReportsTable['delivery']
    readonly attempts: number
    readonly ackCode: string | null
    readonly ackMessage: string | null
    readonly nextAttemptAt: Instant | null
    readonly acknowledgedAt: Instant | null
  },
): Promise<void> {
  await db
    .updateTable('z_reports')
    .set({
      delivery: change.delivery,
      attempts: change.attempts,
      ack_code: change.ackCode,
      ack_message: change.ackMessage,
      next_attempt_at: change.nextAttemptAt,
      acknowledged_at: change.acknowledgedAt,
    })
    .where('company_id', '=', report.companyId)
    .where('identity_id', '=', report.identityId)
    .where('day', '=', report.day)
    .where('signed_bytes', '=', report.signedBytes)
    .execute()
}

/** How many reports of an identity the authority refused. */
export async function countRefusedZReports(db: Db, identity: IdentityScope): Promise<number> {
  const row = await db
    .selectFrom('z_reports')
    .select((select) => select.fn.countAll<string>().as('refused'))
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', '=', 'refused')
    .executeTakeFirstOrThrow()
  return parseInteger(row.refused)
}

/** Makes refused reports due again, after a person corrected the cause. */
export async function requeueZReports(db: Db, identity: IdentityScope): Promise<void> {
  await db
    .updateTable('z_reports')
    .set({ delivery: 'waiting', next_attempt_at: null })
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', '=', 'refused')
    .execute()
}
