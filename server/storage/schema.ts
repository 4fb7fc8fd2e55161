import type { Generated } from 'kysely'
import type { Aggregate } from '#contract/aggregates.ts'
import type { OperationResult } from '#contract/sync.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type {
  CompaniesTable,
  DeliveryGrantsTable,
  DeviceEpochsTable,
  OrganizationsTable,
  RefreshTokensTable,
  UsersTable,
} from './accounts/tables.ts'
import type { CustomersTable, ExpensesTable, ProductsTable } from './catalogue/tables.ts'
import type { BigInteger, GeneratedBigInteger, Json, Moment } from './column-types.ts'
import type { FilePiecesTable, FilesTable } from './files/tables.ts'
import type {
  AwaitedDevicesTable,
  DeliveryLogTable,
  FiscalIdentitiesTable,
  NumberingHoldsTable,
  ReceiptsTable,
  ZReportsTable,
} from './fiscal/tables.ts'
import type { SlipsTable } from './invoices/public-receipts-table.ts'
import type { CreditNoteCountersTable, InvoiceMailsTable, MailsTable } from './invoices/tables.ts'
import type {
  NotificationChoicesTable,
  NotificationsTable,
  PushRegistrationsTable,
  WebPushKeysTable,
} from './notifications/tables.ts'

/** Where a company's feed stood on a day, so that its age is known without a time on every change. */
export type FeedMarksTable = { company_id: string; day: string; change_id: BigInteger }

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
