import type { DrawerCount } from '#contract/drawer-counts.ts'
import type { ZReportView } from '#contract/fiscal.ts'
import type { FirebaseSetup } from '#contract/notifications.ts'
import type { Session } from '#contract/session.ts'
import type { Subscription } from '#contract/subscription-endpoints.ts'
import type { InstallOffer } from '#domain/app/offer-install.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { ClockReading } from '#domain/calendar/trusted-clock.ts'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { CustomerForm } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import type { KnownChunkSize } from '#domain/files/may-upload.ts'
import type { ColumnMapping } from '#domain/imports/import-table.ts'
import type { FileRow } from '#domain/imports/judge-rows.ts'
import type { InsightAnswers } from '#domain/insights/answers.ts'
import type { Invoice, InvoicePayment } from '#domain/invoices/invoice.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import type { ProductForm } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import type { VendorForm } from '#domain/vendors/check-vendor-form.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { AccountDatabase } from './account-database.ts'
import type { SalesHours } from './hourly-sales.ts'
import type { DeviceKey, EncryptedTokens, StoredGrant, StoredPin, StoredTokens } from './session-secrets.ts'

/** Why an account's queue is paused until something outside changes. */
export type AccountPause = {
  readonly kind: 'login' | 'company' | 'upgrade'
  readonly code: string
  readonly setAt: number
  /** Then tried again anyway: the event that ends the pause may have been missed. */
  readonly retryAt: number
}

/** A pause of the queue. It counts only while the clock is within it, so a jump of the clock ends it. */
export type Backoff = { readonly setAt: number; readonly until: number }

/** Until when the page or worker that holds a lock counts as working. */
export type Lease = { readonly owner: string; readonly until: number }

/** The state of this account's queue between two attempts. */
export type DrainState = {
  readonly failures: number
  readonly pause: Backoff | null
  /** The server asked for the pause (Retry-After): only a request by the person overrides it. */
  readonly circuit: boolean
  readonly hold: AccountPause | null
  /** Attempts without success within the last minute. */
  readonly fruitless: readonly number[]
}

export type Contact = {
  readonly online: boolean
  readonly lastContactAt: string | null
  readonly clockSkewMs: number
  /** The server's clock and this phone's at the last answer; absent before that. */
  readonly clock?: ClockReading
  /** Everything up to this change of the company's feed was fetched; absent before that. */
  readonly upTo?: number
  /** When the server last executed or refused an operation of this phone; absent before that. */
  readonly lastResultAt?: string
  /** The highest device number up to which the server has received this phone's operations without a gap. */
  readonly contiguousDeviceSeq: number
}

/** The connections to a receipt printer that a browser offers. */
export type PrinterConnectionType = 'bluetooth' | 'usb' | 'serial'

/** How this phone prints. `browser` is the browser's own print; the others connect to a receipt printer directly. */
export type Printing = {
  readonly paper: PaperSize
  readonly way: 'browser' | PrinterConnectionType
  /** Speed of a serial connection; printers print it when switched on with the button held. */
  readonly baud: number
  /** Some printers do not support QR codes: they get a picture. */
  readonly qrAsPicture: boolean
  /** Opens the cash drawer that is connected to the printer. */
  readonly opensDrawer: boolean
}

/** This person wants push notifications on this device, and the address under which the server knows it. */
export type PushState = {
  /** The address as JSON text; `null` when the browser has dropped it and a new one has to be requested. */
  readonly address: string | null
}

/** Bytes sent to and received from the server on one day. */
export type DayTraffic = { readonly up: number; readonly down: number }

/** The progress of the first pull, in changes of the feed. */
export type FirstPullProgress = { readonly upTo: number; readonly last: number }

/** Work of this phone that disappeared from its storage before the server had it; until the person has seen to it. */
export type LostWork = {
  /** The device numbers of its operations, as far as they are known. */
  readonly numbers: readonly number[]
  readonly noticedAt: Instant
  /** The server knows, and informs the owner. */
  readonly reported: boolean
}

/** A file whose rows are being corrected or written, and what its columns mean. */
export type UnfinishedImport = {
  readonly table: 'customers' | 'products'
  readonly name: string
  readonly mapping: ColumnMapping
  /** The rows that the person corrected. Absent when an older version stored it. */
  readonly corrections?: readonly FileRow[]
}

/** Single values stored per account, by key. */
export type Meta = {
  epoch: string
  deviceId: string
  deviceSeq: number
  session: Session
  tokens: StoredTokens
  pin: StoredPin
  /** Replaces `tokens` while this person's session is locked. */
  sealed: EncryptedTokens
  /** When this person last touched the app, milliseconds; stored for as long as there is a PIN. */
  'active-at': number
  grant: StoredGrant
  'device-key': DeviceKey
  cursor: string
  'first-pull-done': boolean
  'first-pull': FirstPullProgress
  /** The totals of all days are here, although the first pull is not done. */
  'day-totals': boolean
  /** By day in East Africa, `YYYY-MM-DD`. */
  traffic: Readonly<Record<string, DayTraffic>>
  /** The browser was asked once never to clear this account's records. */
  'storage-asked': boolean
  /** When the person was last warned that the phone is almost full, milliseconds. */
  'room-told': number
  /**
   * Invoices with an id below this one are not found by a search yet: they are from before there were search keys.
   */
  'keyless-before': string
  counts: Record<ShownStatus, number>
  /** Rows that the storage did not return, as `<table>:<key>`, and in how many sweeps. */
  'unreadable-rows': Record<string, number>
  /** When all tables were last checked for damaged rows, milliseconds. */
  'swept-at': number
  pending: number
  'lost-work': LostWork
  drain: DrainState
  contact: Contact
  /** When the copy of the server's records is compared next, milliseconds. */
  'replica-due': number
  /** When the person was last warned that work has waited for long, milliseconds. */
  'stale-told': number
  push: PushState
  /** The person answered the offer of notifications with *not now*. */
  'push-declined': boolean
  /** The list of first steps was put away; the guided tour was seen or skipped. */
  'first-steps': { readonly isHidden: boolean; readonly isToured: boolean }
  /** This person agreed to usage statistics, and the project that gets them; absent without consent. */
  usage: { readonly setup: FirebaseSetup }
  /** The result of the offer to install the app. */
  'install-offer': InstallOffer
  /** Notifications up to this change of the company were shown here. */
  told: string
  /** The language of the screens, for the worker, which has no screens. */
  language: 'en' | 'sw'
  /** The language that the person chose here and that the server does not know yet. */
  'language-wish': 'en' | 'sw'
  'drain-lease': Lease
  'pull-lease': Lease
  'files-lease': Lease
  aliases: Record<string, string>
  /** Customers merged into others on this phone, by id, until the server has confirmed it. */
  merges: Readonly<Record<string, string>>
  printing: Printing
  /** What was handed over at the counter for the latest invoice that gives change: stored on this phone only. */
  till: { readonly invoiceId: string; readonly handed: readonly InvoicePayment[] }
  /** A new customer or product that is not saved yet. */
  'new-customer': CustomerForm
  'new-product': ProductForm
  'new-vendor': VendorForm
  /** The restored server to which this phone returned its records, and the records it still has to compare. */
  returned: {
    readonly epoch: string
    readonly customers: readonly Customer[]
    readonly products: readonly Product[]
    /** Absent when an older version stored it. */
    readonly expenses?: readonly Expense[]
    readonly collections?: readonly Collection[]
    readonly vendors?: readonly Vendor[]
    readonly categories?: readonly Category[]
    /** Drafts of this person, also those canceled since the backup. */
    readonly drafts?: readonly Invoice[]
    /** Stock movements and counts of cash since this backup are still to be returned. */
    readonly backupAt?: Instant
  }
  /** Large files wait for Wi-Fi on this phone. */
  'hold-large-files': boolean
  /** The chunk size that the connection allowed last. */
  'file-pace': KnownChunkSize
  /** How many changes the connection carried at once last, where that is less than the server gives. */
  'page-size': number
  /** What this person said about insights, on this phone only. */
  'insight-answers': InsightAnswers
  /** The sales of recent days by the hour: sums that are costly to make. */
  'sales-hours': SalesHours
  /** Z reports that were opened on this phone, newest first. */
  'z-reports': readonly ZReportView[]
  /** The counts of cash made on this phone, newest first. */
  'drawer-counts': readonly DrawerCount[]
  /** What the company paid for Risiti, as last read, for when the phone is offline. */
  subscription: { readonly readAt: number; readonly answer: Subscription }
  /** A new expense that is not saved yet: a reload must not lose it. */
  'expense-draft': QuickExpenseForm
  /** An import with corrections, or that is being written: after an interruption it goes on from here. Its file has a value of its own. */
  import: UnfinishedImport
  'import-file': ArrayBuffer
}

/** Reads one value; `undefined` when it was never written. */
export async function findMeta<Key extends keyof Meta>(
  db: AccountDatabase,
  key: Key,
): Promise<Meta[Key] | undefined> {
  const row = await db.run(() => db.meta.get(key))
  // Only `upsertMeta` writes this table, with the type of its key.
  return row?.value as Meta[Key] | undefined
}

/** Reads several values at once, in the order of the keys, with one request. */
export async function findMetas<const Keys extends readonly (keyof Meta)[]>(
  db: AccountDatabase,
  keys: Keys,
): Promise<{ [Place in keyof Keys]: Meta[Keys[Place]] | undefined }> {
  const rows = await db.run(() => db.meta.bulkGet([...keys]))
  // Only `upsertMeta` and `upsertMetas` write this table, each value with the type of its key.
  return rows.map((row) => row?.value) as { [Place in keyof Keys]: Meta[Keys[Place]] | undefined }
}

/** Writes several values at once. */
export async function upsertMetas(db: AccountDatabase, values: Partial<Meta>): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }))
  await db.run(() => db.meta.bulkPut(rows))
}

export async function upsertMeta<Key extends keyof Meta>(
  db: AccountDatabase,
  key: Key,
  value: Meta[Key],
): Promise<void> {
  await db.run(() => db.meta.put({ key, value }))
}

export async function deleteMeta(db: AccountDatabase, ...keys: (keyof Meta)[]): Promise<void> {
  await db.run(() => db.meta.bulkDelete(keys))
}

export const INITIAL_DRAIN_STATE: DrainState = {
  failures: 0,
  pause: null,
  circuit: false,
  hold: null,
  fruitless: [],
}

export const NO_CONTACT: Contact = {
  online: true,
  lastContactAt: null,
  clockSkewMs: 0,
  contiguousDeviceSeq: 0,
}
