import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Aggregate } from '#contract/aggregates.ts'
import type { OperationResult } from '#contract/sync.ts'
import type { FiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import type { ZReport } from '#domain/fiscal/z-report.ts'
import type { DeliveryState, Invoice } from '#domain/invoices/invoice.ts'
import type { NotificationChoices, NotificationEvent } from '#domain/notifications/notification.ts'
import type { Logo } from '#domain/receipts/logo.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import type { UserStatus, UserType } from '#domain/users/user.ts'
import type { Registration } from '../gateways/tra/gateway.ts'
import type { CreditNoteCountersTable, InvoiceMailsTable, MailsTable } from './after-sale-tables.ts'
import type { FilePiecesTable, FilesTable } from './file-tables.ts'
import type { CustomersTable, ExpensesTable, ProductsTable } from './record-tables.ts'
import type { SlipsTable } from './slips-table.ts'

/** `bigint` columns: `pg` gives text, which the row mappers turn into safe integers. */
type BigInteger = ColumnType<string, number | string, number | string>
type GeneratedBigInteger = ColumnType<string, number | string | undefined, number | string>
/** `timestamptz` columns: `pg` is told to give ISO text (see `database.ts`). */
type Moment = ColumnType<string, string, string>
type Json<T extends object> = JSONColumnType<T, string, string>

export type OrganizationsTable = {
  id: string
  name: string
  owner_name: string
  owner_phone: string
  owner_email: string
  active: Generated<boolean>
}

/** Where a company's feed stood on a day, so that its age is known without a time on every change. */
export type FeedMarksTable = { company_id: string; day: string; change_id: BigInteger }

export type CompaniesTable = {
  id: string
  organization_id: string
  name: string
  tin: string
  vrn: string
  address: string
  phone: string
  email: string
  active: Generated<boolean>
  blocked_by_tra: Generated<boolean>
  blocked_reason: Generated<string>
  logo: Generated<Logo | null>
  /** Only what differs from `DEFAULT_SETTINGS`. */
  settings: Json<Partial<CompanySettings>>
  /** Last change id given out; raised under this row's lock at the end of each writing transaction. */
  change_seq: GeneratedBigInteger
  /** Tombstones with a change id up to this are gone: older cursors begin anew. */
  tombstones_gone_to: GeneratedBigInteger
  rev: Generated<number>
}

export type UsersTable = {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  mobile: string
  user_type: UserType
  company_id: string | null
  organization_id: string | null
  status: UserStatus
  language: 'en' | 'sw'
  /** PHC string of argon2id. */
  password_hash: string
  must_change_password: Generated<boolean>
  created_at: Moment
}

export type RefreshTokensTable = {
  /** SHA-256 of the token, hex. */
  token_hash: string
  family_id: string
  user_id: string
  device_id: string
  created_at: Moment
  expires_at: Moment
  used_at: Moment | null
  revoked_at: Moment | null
}

export type DeliveryGrantsTable = {
  id: string
  user_id: string
  company_id: string
  device_id: string
  public_key: Json<{ kty: string; crv: string; x: string; y: string }>
  issued_at: Moment
  until: Moment
  ended_at: Moment | null
}

/** How far each device's operations were seen without a hole. */
export type DeviceEpochsTable = {
  company_id: string
  device_id: string
  epoch: string
  user_id: string
  contiguous_seq: BigInteger
  highest_seq: BigInteger
}

/** The idempotency ledger: one row per operation ever executed, with its stored answer. */
export type OperationsTable = {
  company_id: string
  op_id: string
  user_id: string
  device_id: string
  epoch: string
  device_seq: BigInteger
  written_by: string | null
  written_on: string | null
  type: string
  version: number
  body_hash: string
  result: Json<OperationResult>
  change_id: BigInteger | null
  executed_at: Moment
}

export type InvoicesTable = {
  company_id: string
  id: string
  rev: number
  status: Invoice['status']
  sale_at: Moment
  operator_id: string
  document: Json<Invoice>
  changed_at: Moment
  /** Device that wrote the draft last, and the last revision that another one wrote. */
  writer_device: string | null
  others_rev: Generated<number>
}

/** Records that a phone made under another id than the company already kept them under. */
export type RecordAliasesTable = {
  company_id: string
  t: 'customer' | 'product'
  from_id: string
  to_id: string
}

/** A device identity at the tax authority. Secrets are sealed (AES-256-GCM under the server's key). */
export type FiscalIdentitiesTable = {
  id: string
  company_id: string
  /** Where it was registered; receipts are never sent elsewhere. */
  base_url: string
  verify_url: string
  simulated: boolean
  tin: string
  cert_key: string
  cert_serial_header: string
  sealed_private_key: string
  /** `Registration` as answered, without its password. */
  registration: Json<Omit<Registration, 'password'>>
  sealed_password: string
  registered_day: string
  state: 'active' | 'blocked' | 'stopped' | 'ended' | 'held'
  state_reason: Generated<string>
  /** Fiscal counter, locked while numbers are taken. */
  next_gc: BigInteger
  counter_day: string | null
  counter_dc: Generated<number>
  last_issued_at: Moment | null
  /** Fencing number of the current sender. */
  fence: GeneratedBigInteger
  last_contact_at: Moment | null
  /** Everything sold before the first receipt of this registration: the cumulative gross goes on from it. */
  opening_gross: GeneratedBigInteger
  /** When the authority was last asked whether this device is blocked. */
  status_asked_at: Moment | null
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
  receipt: Json<FiscalReceipt>
  /** The whole envelope as sent. */
  signed_bytes: string
  delivery: DeliveryState
  ack_code: string | null
  ack_message: string | null
  attempts: Generated<number>
  first_sent_at: Moment | null
  next_attempt_at: Moment | null
  acknowledged_at: Moment | null
  verified_at: Moment | null
  issued_at: Moment
  /** Since when nobody knows whether the authority has it; null while the outcome is known. */
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
  delivery: 'waiting' | 'unknown' | 'acknowledged' | 'refused'
  ack_code: string | null
  ack_message: string | null
  attempts: Generated<number>
  next_attempt_at: Moment | null
  acknowledged_at: Moment | null
}

export type AggregatesTable = {
  company_id: string
  kind: Aggregate['kind']
  period: string
  key: string
  rev: number
  figures: Json<Aggregate>
}

/** Latest change of every record, in commit order per company. */
export type ChangesTable = {
  company_id: string
  t: 'invoice' | 'customer' | 'product' | 'expense' | 'aggregate' | 'company'
  row_id: string
  change_id: BigInteger
  deleted: Generated<boolean>
}

export type AuditTable = {
  id: GeneratedBigInteger
  company_id: string | null
  user_id: string | null
  at: Moment
  action: string
  subject: string
  detail: Json<Record<string, unknown>>
}

/** Numbering that stands still since a backup was restored. */
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
  /** User who confirmed; null when every phone had come back. */
  released_by: string | null
}

/** Phones that have to return, or have returned, what the restored database does not know. */
export type AwaitedDevicesTable = {
  company_id: string
  epoch: string
  device_id: string
  user_id: string
  /** Known to the backup; others may come back too. */
  expected: boolean
  returned_at: Moment | null
  receipts: Generated<number>
}

/** What people are told of. */
export type NotificationsTable = {
  company_id: string
  /** The change it came with. */
  change_id: BigInteger
  event: NotificationEvent
  subject: string
  label: string
  operator_id: string | null
  at: Moment
}

/** Where messages for one user on one device are sent, until that ends. */
export type PushRegistrationsTable = {
  id: string
  company_id: string
  user_id: string
  device_id: string
  /** How the device names the account. */
  account: string
  /** SHA-256 of token or endpoint, hex. */
  address_hash: string
  /** The address as JSON: whoever has it can send to the device. */
  sealed_address: string
  registered_at: Moment
  /** Notifications up to this change were sent, or were nothing for this user. */
  pushed_up_to: BigInteger
  attempts: Generated<number>
  next_attempt_at: Moment | null
  ended_at: Moment | null
  ended_reason: string | null
}

/** What a person chose to hear of; what is missing is as by default. */
export type NotificationChoicesTable = {
  company_id: string
  user_id: string
  chosen: Json<Partial<NotificationChoices>>
}

/** Single row: the key this server signs Web Push with (P-256). */
export type WebPushKeysTable = {
  id: number
  /** Uncompressed point, base64url. */
  public_key: string
  /** The private number, base64url, sealed. */
  sealed_private_key: string
  made_at: Moment
}

/** Single row: the server epoch (a restore opens a new one) and what was seeded. */
export type ServerStateTable = { id: number; epoch: string; demo_seeded_at: Moment | null }

export type Database = {
  organizations: OrganizationsTable
  companies: CompaniesTable
  users: UsersTable
  refresh_tokens: RefreshTokensTable
  delivery_grants: DeliveryGrantsTable
  device_epochs: DeviceEpochsTable
  operations: OperationsTable
  record_aliases: RecordAliasesTable
  customers: CustomersTable
  products: ProductsTable
  expenses: ExpensesTable
  files: FilesTable
  file_pieces: FilePiecesTable
  invoices: InvoicesTable
  slips: SlipsTable
  fiscal_identities: FiscalIdentitiesTable
  receipts: ReceiptsTable
  delivery_log: DeliveryLogTable
  z_reports: ZReportsTable
  aggregates: AggregatesTable
  changes: ChangesTable
  feed_marks: FeedMarksTable
  audit: AuditTable
  mails: MailsTable
  credit_note_counters: CreditNoteCountersTable
  invoice_mails: InvoiceMailsTable
  numbering_holds: NumberingHoldsTable
  awaited_devices: AwaitedDevicesTable
  notifications: NotificationsTable
  push_registrations: PushRegistrationsTable
  notification_choices: NotificationChoicesTable
  web_push_keys: WebPushKeysTable
  server_state: ServerStateTable
}
