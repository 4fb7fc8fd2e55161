import { type Selectable, sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { CertificatesTable } from './tables.ts'

/** A certificate as the services know it; its key stays encrypted, and is empty unless it waits. */
export type StoredCertificate = {
  readonly id: string
  readonly companyId: string
  readonly deviceSerial: string
  readonly serialHex: string
  readonly encryptedPrivateKey: string
  readonly notAfter: Instant
  readonly state: CertificatesTable['state']
  readonly uploadedAt: Instant
  readonly uploadedBy: string | null
}

function toCertificate(row: Selectable<CertificatesTable>): StoredCertificate {
  return {
    id: row.id,
    companyId: row.company_id,
    deviceSerial: row.cert_key,
    serialHex: row.serial_hex,
    encryptedPrivateKey: row.sealed_private_key,
    notAfter: parseMoment(row.not_after),
    state: row.state,
    uploadedAt: parseMoment(row.uploaded_at),
    uploadedBy: row.uploaded_by,
  }
}

/** The certificate of a company that waits to be used, or the one in use. */
export async function findCertificate(
  db: Db,
  scope: CompanyScope,
  state: 'waiting' | 'in_use',
): Promise<StoredCertificate | undefined> {
  const row = await db
    .selectFrom('certificates')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('state', '=', state)
    .executeTakeFirst()
  return row && toCertificate(row)
}

/** One after the other for each company: uploads and registrations until the transaction ends. */
export async function lockCertificates(db: Db, scope: CompanyScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('certificates'), hashtext(${scope.companyId}))`.execute(db)
}

/** Replaces the company's certificate of a state, if there is one; its key is deleted. */
async function retireCertificate(
  db: Db,
  scope: CompanyScope,
  state: StoredCertificate['state'],
): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ state: 'replaced', sealed_private_key: '' })
    .where('company_id', '=', scope.companyId)
    .where('state', '=', state)
    .execute()
}

/** Stores a new certificate in place of the company's one of the same state. */
export async function insertCertificate(db: Db, certificate: StoredCertificate): Promise<void> {
  await retireCertificate(db, certificate, certificate.state)
  await db
    .insertInto('certificates')
    .values({
      id: certificate.id,
      company_id: certificate.companyId,
      cert_key: certificate.deviceSerial,
      serial_hex: certificate.serialHex,
      sealed_private_key: certificate.encryptedPrivateKey,
      not_after: certificate.notAfter,
      state: certificate.state,
      uploaded_at: certificate.uploadedAt,
      uploaded_by: certificate.uploadedBy,
      warned_days: null,
    })
    .execute()
}

/** The waiting certificate comes into use; its key is kept with the identity that signs with it. */
export async function updateCertificateInUse(db: Db, scope: CompanyScope, id: string): Promise<void> {
  await retireCertificate(db, scope, 'in_use')
  await db
    .updateTable('certificates')
    .set({ state: 'in_use', sealed_private_key: '' })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute()
}

/** Companies whose certificate in use ends before a moment and that a warning of `days` was not given yet. */
export async function listCompaniesToWarn(db: Db, endsBefore: Instant, days: number): Promise<string[]> {
  const rows = await db
    .selectFrom('certificates')
    .select('company_id')
    .where('state', '=', 'in_use')
    .where('not_after', '<', endsBefore)
    .where((where) => where.or([where('warned_days', 'is', null), where('warned_days', '>', days)]))
    .execute()
  return rows.map((row) => row.company_id)
}

/**
 * Records that a warning is given. `false` when it, or one closer to the expiry, was given before: each
 * warning is given once.
 */
export async function updateWarnedDays(
  db: Db,
  scope: CompanyScope,
  id: string,
  days: number,
): Promise<boolean> {
  const row = await db
    .updateTable('certificates')
    .set({ warned_days: days })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(warned_days, ${days} + 1) > ${days}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
