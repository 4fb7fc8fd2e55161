import type { ColumnType, Generated } from 'kysely'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { FiscalEnvironment } from '#domain/fiscal/environment.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import type { ZReport } from '#domain/fiscal/z-report.ts'
import type { DeliveryState } from '#domain/invoices/invoice.ts'
import type { PlannedTaxType } from '#domain/tax/plan-rate.ts'
import type { BigInteger, GeneratedBigInteger, Json, Moment } from '../column-types.ts'

/** Tables of what the authority sees: device identities, receipts, Z reports, and what holds up numbering. */

/** A device identity at the tax authority. Secrets are sealed (AES-256-GCM under the server's key). */
export type FiscalIdentitiesTable = {
  id: string
  company_id: string
  /** Where it was registered; receipts are never sent elsewhere. */
  base_url: string
  verify_url: string
  environment: FiscalEnvironment
  /** When another registration of the company took its place; its documents stay where they are. */
  retired_at: Moment | null
  tin: string
  cert_key: string
  cert_serial_header: string
  sealed_private_key: string
  /** `Registration` as answered, without its password. */
  registration: Json<Omit<Registration, 'password'>>
  sealed_password: string
  registered_day: string
  /** Tax codes by the day they came into force; empty while only those of the first registration did. */
  tax_code_history: ColumnType<TaxCodesFrom[], string | undefined, string>
  state: 'active' | 'blocked' | 'stopped' | 'ended' | 'held'
  state_reason: Generated<string>
  /** Fiscal counter, locked while numbers are allocated. */
  next_gc: BigInteger
  counter_day: string | null
  counter_dc: Generated<number>
  last_issued_at: Moment | null
  /** Fencing number of the current sender. */
  fence: GeneratedBigInteger
  last_contact_at: Moment | null
  /** Cents sold before the first receipt of this registration; the cumulative gross starts from it. */
  opening_gross: GeneratedBigInteger
  /** When the authority was last asked whether this device is blocked. */
  status_asked_at: Moment | null
}

/**
 * Whose identity it is, for jobs that know only its id. A view of `fiscal_identities` until the tables are distributed: an
 * insert does nothing there.
 */
export type IdentityCompaniesTable = { identity_id: string; company_id: string }

/** Tax codes as the authority named them at one registration. */
export type TaxCodesFrom = { readonly from: FiscalDay; readonly taxCodes: Registration['taxCodes'] }

/** Rates that the law sets for all companies. */
export type LawRatesTable = {
  tax_type: PlannedTaxType
  valid_from: string
  /** Hundredths of a percent. */
  rate: number
  planned_by: string | null
  planned_at: Moment
}

/** Numbered and signed receipts; the bytes never change except by a recorded repair. */
export type ReceiptsTable = {
  company_id: string
  invoice_id: string
  identity_id: string
  gc: BigInteger
  dc: number
  day: string
  time: string
  rctvnum: string
  total: BigInteger
  /** The whole envelope as sent: what was sold, and all figures, are read from it. */
  signed_bytes: string
  /** Cert-Serial of the certificate it was signed with. */
  cert_serial_header: string
  delivery: DeliveryState
  ack_code: string | null
  ack_message: string | null
  attempts: Generated<number>
  next_attempt_at: Moment | null
  acknowledged_at: Moment | null
  issued_at: Moment
  /** Since when the outcome at the authority is unknown; null while it is known. */
  unknown_since: Moment | null
  /** Look-ups on the public portal since the last acknowledgement. */
  look_ups: Generated<number>
}

/** Every attempt to deliver a receipt or a Z report, and every repair, for the audit. */
export type DeliveryLogTable = {
  id: GeneratedBigInteger
  company_id: string
  identity_id: string
  /** `receipt:<gc>` or `z:<day>`. */
  subject: string
  at: Moment
  kind: string
  http_status: number | null
  ack_code: string | null
  ack_message: string | null
  bytes_sha256: string
  /** Old bytes of a repair; null otherwise. */
  replaced_bytes: string | null
  took_ms: number
}

export type ZReportsTable = {
  company_id: string
  identity_id: string
  day: string
  report: Json<ZReport>
  signed_bytes: string
  cert_serial_header: string
  delivery: 'waiting' | 'unknown' | 'acknowledged' | 'refused'
  ack_code: string | null
  ack_message: string | null
  attempts: Generated<number>
  next_attempt_at: Moment | null
  acknowledged_at: Moment | null
}

/** Numbering held since a backup was restored. */
export type NumberingHoldsTable = {
  identity_id: string
  /** Server epoch that the restore opened. */
  epoch: string
  company_id: string
  opened_at: Moment
  backup_at: Moment
  /** First number of which the restored database may know nothing. */
  from_gc: BigInteger
  prior_state: FiscalIdentitiesTable['state']
  prior_reason: string
  released_at: Moment | null
  /** User who confirmed; null when every phone had returned its receipts. */
  released_by: string | null
}

/** Phones that have to return, or have returned, what the restored database does not know. */
export type AwaitedDevicesTable = {
  company_id: string
  epoch: string
  device_id: string
  user_id: string
  /** Whether the backup knows the device; others may return receipts too. */
  expected: boolean
  returned_at: Moment | null
  receipts: Generated<number>
}

/** A certificate that was uploaded for a company. */
export type CertificatesTable = {
  id: string
  company_id: string
  /** Serial of the device that it is for. */
  cert_key: string
  serial_hex: string
  /**
   * Empty unless the certificate waits: the key in use is stored with its identity, and an unused key is not
   * stored.
   */
  sealed_private_key: string
  not_after: Moment
  state: 'waiting' | 'in_use' | 'replaced'
  uploaded_at: Moment
  uploaded_by: string | null
  /** Days of the last warning before its end. */
  warned_days: number | null
}

/**
 * When to look at an identity again: never later than it has something to do, sometimes earlier. Written with whatever
 * makes something due; only `settleDueWork` puts it off.
 */
export type FiscalDueTable = {
  company_id: string
  identity_id: string
  /** A receipt to send; null while none is open. */
  send_at: Moment | null
  /** A day to close or a Z report to send. */
  close_at: Moment | null
}
