import type { Kysely, Transaction } from 'kysely'
import type {
  AccountingConnectionsTable,
  AccountingContactsTable,
  AccountingDocumentsTable,
  AccountingInboxTable,
  AccountingLoginsTable,
  AccountingStepsTable,
} from './accounting/tables.ts'
import type {
  AuditTable,
  CompaniesTable,
  DeliveryGrantsTable,
  EmailChangesTable,
  OrganizationsTable,
  PasswordResetsTable,
  RecoveryCodesTable,
  RefreshTokensTable,
  SecondFactorsTable,
  UserDevicesTable,
  UsersTable,
} from './accounts/tables.ts'
import type { ApiClientsTable, ApiReferencesTable, ApiRequestsTable, ApiSecretsTable } from './api/tables.ts'
import type {
  CollectionsTable,
  CustomersTable,
  ExpenseCategoriesTable,
  ExpensesTable,
  ProductsTable,
  VendorsTable,
} from './catalogue/tables.ts'
import type { ContactMessagesTable, PotentialClientsTable } from './clients/tables.ts'
import type { Moment } from './column-types.ts'
import type { DataExportPiecesTable, DataExportsTable } from './data-export/tables.ts'
import type { FilePiecesTable, FilesTable } from './files/tables.ts'
import type {
  AwaitedDevicesTable,
  CertificatesTable,
  DeliveryLogTable,
  FiscalDueTable,
  FiscalIdentitiesTable,
  IdentityCompaniesTable,
  LawRatesTable,
  NumberingHoldsTable,
  ReceiptsTable,
  ZReportsTable,
} from './fiscal/tables.ts'
import type {
  AiConsentsTable,
  AiServerUsageTable,
  AiUsageTable,
  InsightAnswersTable,
  InsightChecksTable,
  InsightTasksTable,
} from './insights/tables.ts'
import type {
  AggregatesTable,
  CreditNoteCountersTable,
  InvoiceMailsTable,
  InvoicesTable,
  PublicReceiptsTable,
  TotalChecksTable,
} from './invoices/tables.ts'
import type {
  MailsTable,
  NotificationChoicesTable,
  NotificationsTable,
  PushRegistrationsTable,
  WebPushKeysTable,
} from './notifications/tables.ts'
import type { SubscriptionPaymentsTable } from './subscriptions/tables.ts'
import type {
  ChangesTable,
  CompanyFeedsTable,
  DeviceEpochsTable,
  FeedMarksTable,
  OperationsTable,
  RecordAliasesTable,
} from './sync/tables.ts'
import type { TaxTipsTable } from './tax-tips/tables.ts'
import type { UssdPhonesTable, UssdSessionsTable, UssdSmsTable } from './ussd/tables.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from './webhooks/tables.ts'

/** Single row: the server epoch (a restore starts a new one) and when demo data was seeded. */
export type ServerStateTable = {
  id: number
  epoch: string
  demo_seeded_at: Moment | null
  /** Cluster and timeline that were served last; `null` when that is not known. */
  database_identity: string | null
}

/** All tables. Each area declares its own in `<area>/tables.ts`. */
export type Database = {
  api_clients: ApiClientsTable
  api_secrets: ApiSecretsTable
  api_requests: ApiRequestsTable
  api_references: ApiReferencesTable
  organizations: OrganizationsTable
  companies: CompaniesTable
  users: UsersTable
  refresh_tokens: RefreshTokensTable
  password_resets: PasswordResetsTable
  email_changes: EmailChangesTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  user_devices: UserDevicesTable
  contact_messages: ContactMessagesTable
  potential_clients: PotentialClientsTable
  tax_tips: TaxTipsTable
  subscription_payments: SubscriptionPaymentsTable
  delivery_grants: DeliveryGrantsTable
  device_epochs: DeviceEpochsTable
  operations: OperationsTable
  record_aliases: RecordAliasesTable
  customers: CustomersTable
  products: ProductsTable
  vendors: VendorsTable
  expense_categories: ExpenseCategoriesTable
  expenses: ExpensesTable
  collections: CollectionsTable
  files: FilesTable
  file_pieces: FilePiecesTable
  data_exports: DataExportsTable
  data_export_pieces: DataExportPiecesTable
  invoices: InvoicesTable
  slips: PublicReceiptsTable
  fiscal_identities: FiscalIdentitiesTable
  certificates: CertificatesTable
  law_rates: LawRatesTable
  receipts: ReceiptsTable
  delivery_log: DeliveryLogTable
  z_reports: ZReportsTable
  fiscal_due: FiscalDueTable
  identity_companies: IdentityCompaniesTable
  aggregates: AggregatesTable
  total_checks: TotalChecksTable
  changes: ChangesTable
  company_feeds: CompanyFeedsTable
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
  ai_consents: AiConsentsTable
  ai_usage: AiUsageTable
  ai_server_usage: AiServerUsageTable
  insight_answers: InsightAnswersTable
  insight_checks: InsightChecksTable
  insight_tasks: InsightTasksTable
  accounting_connections: AccountingConnectionsTable
  accounting_logins: AccountingLoginsTable
  accounting_documents: AccountingDocumentsTable
  accounting_steps: AccountingStepsTable
  accounting_contacts: AccountingContactsTable
  accounting_inbox: AccountingInboxTable
  ussd_phones: UssdPhonesTable
  ussd_sessions: UssdSessionsTable
  ussd_sms: UssdSmsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  server_state: ServerStateTable
}

/** A database handle inside or outside a transaction. */
export type Db = Kysely<Database> | Transaction<Database>
