import type { Table, Transaction } from 'dexie'
import type { Aggregate } from '#contract/aggregates.ts'
import { DeviceDatabase } from './device-database.ts'
import { forgetChangedMonths } from './forget-changed-months.ts'
import { indexNewestInvoices } from './index-newest-invoices.ts'
import { relaxedPages } from './page-transaction.ts'
import type { Ports } from './ports.ts'
import type {
  AuditRow,
  CategoryRow,
  CollectionRow,
  CustomerRow,
  ExpenseMonthRow,
  ExpenseRow,
  FileContentRow,
  FileRow,
  InvoiceKeysRow,
  InvoiceRow,
  MetaRow,
  OutboxEntry,
  OverlayRow,
  ProductRow,
  QuarantinedRow,
  ServerCopyRow,
  VendorRow,
} from './rows.ts'
import { abandonHungReopen, openWithin } from './with-reconnect.ts'

/** The last version that `AccountDatabase` has. */
export const DATABASE_VERSION = 9

/** Everything that this device stores for one account; it never holds records of another account. */
export class AccountDatabase extends DeviceDatabase {
  declare readonly invoices: Table<InvoiceRow, string>
  declare readonly invoiceKeys: Table<InvoiceKeysRow, string>
  declare readonly customers: Table<CustomerRow, string>
  declare readonly products: Table<ProductRow, string>
  declare readonly vendors: Table<VendorRow, string>
  declare readonly categories: Table<CategoryRow, string>
  declare readonly expenses: Table<ExpenseRow, string>
  declare readonly expenseMonths: Table<ExpenseMonthRow, string>
  declare readonly collections: Table<CollectionRow, string>
  declare readonly files: Table<FileRow, string>
  declare readonly fileContents: Table<FileContentRow, string>
  declare readonly aggregates: Table<Aggregate, string>
  declare readonly overlays: Table<OverlayRow, string>
  declare readonly outbox: Table<OutboxEntry, number, Omit<OutboxEntry, 'seq'>>
  declare readonly shadows: Table<ServerCopyRow, string>
  declare readonly audit: Table<AuditRow, number>
  declare readonly aside: Table<QuarantinedRow, number>
  declare readonly meta: Table<MetaRow, string>

  /** An older database is being upgraded; opening takes as long as that takes. */
  upgrading = false

  constructor(name: string, ports: Ports) {
    super(name, ports)
    // Later versions only add. A list needs one index, and each index makes every insert slower.
    this.version(1).stores({
      invoices: 'id, orderKey, [shown+orderKey], customerKey, receiptNumber',
      customers: 'id, nameKey, *keys, usedAt',
      products: 'id, nameKey, *keys, usedAt',
      aggregates: 'id, [kind+period]',
      overlays: 'opId',
      outbox: '++seq, &opId, [state+seq], lane, *dependsOn',
      shadows: 'key',
      audit: '++n, subject',
      aside: '++n',
      meta: 'key',
    })
    // Removes two indexes that found invoices by two things. Their replacement is a table of its own, because
    // building an index over a hundred thousand rows of this table kept a phone from opening for 24 seconds.
    this.version(2).stores({ invoices: 'id, orderKey, [shown+orderKey]' })
    this.version(3).stores({ expenses: 'id, orderKey, *keys' })
    this.version(4).stores({ files: 'sha256', fileContents: 'sha256' })
    // Finds invoices by everything a person may remember. Invoices of older apps get their keys in batches.
    this.version(5)
      .stores({ invoiceKeys: 'id, *keys' })
      .upgrade((tx) => this.#indexAgain(tx))
    this.version(6).stores({ vendors: 'id, nameKey, *keys', categories: 'id' })
    // Money collected for invoices. The keys of invoices now name the customer, and whether a sale was left unpaid.
    this.version(7)
      .stores({ collections: 'id, invoiceId' })
      .upgrade((tx) => this.#indexAgain(tx))
    // Sums of expenses. A row is there only while it is right: every write of an expense deletes that of its month.
    this.version(8).stores({ expenseMonths: 'month' })
    // A list of one status or category is read as quickly as the whole list.
    this.version(DATABASE_VERSION)
      .stores({
        expenses: 'id, orderKey, *keys, [status+orderKey], [category+orderKey], [categoryId+orderKey]',
      })
      .upgrade(() => {
        // Over many expenses its indexes take a slow phone longer than opening may.
        this.upgrading = true
      })
    this.use(forgetChangedMonths)
    // Outermost: it knows a page by the tables that its caller names.
    this.use(relaxedPages)
    // A new database (first use, or after the browser evicted everything) numbers its operations from the start.
    this.on('populate', (tx) => {
      void tx.table('meta').add({ key: 'epoch', value: ports.newId() })
    })
    // Dexie's own listener closes this connection so that another window can upgrade; the next call opens it again.
    this.on('blocked', () => undefined)
    this.on('close', () => void abandonHungReopen(this))
  }

  /** The newest invoices get their keys before the database opens; older ones are noted and follow in batches. */
  async #indexAgain(tx: Transaction): Promise<void> {
    this.upgrading = true
    const invoices = tx.table<InvoiceRow, string>('invoices')
    const value = await indexNewestInvoices(invoices, tx.table<InvoiceKeysRow, string>('invoiceKeys'))
    if (value !== undefined) await tx.table('meta').put({ key: 'keyless-before', value })
  }
}

/** Database name of an account. */
export function databaseName(accountId: string): string {
  return `efd_${accountId}`
}

/**
 * Opens the database of an account; creates it on first use. Throws `DeviceStorageFailure` after five seconds, also
 * when an old window prevents the upgrade.
 */
export async function openAccountDatabase(accountId: string, ports: Ports): Promise<AccountDatabase> {
  const db = new AccountDatabase(databaseName(accountId), ports)
  await openWithin(db, ports.wait)
  return db
}
