import type { OperationAuthor } from '#contract/transferred-work.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { ShownExpenseStatus } from '#domain/expenses/change-status.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { FileType } from '#domain/files/validate-file.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { PendingWork, ShownStatus } from '#domain/invoices/shown-status.ts'
import type { Product } from '#domain/products/product.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import type { Month } from '#domain/reports/expense-groups.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'

/** An invoice as stored on this phone. The extra fields are derived by `invoiceRow`, for indexes and for lists. */
export type InvoiceRow = Invoice & {
  /** What the outbox still holds about it, written in the same transaction as the outbox. */
  readonly pending: PendingWork
  readonly shown: ShownStatus
  /** Sale time and id: unique, newest last. */
  readonly orderKey: string
  /** Written by older apps, which kept the search keys here; not read any more. */
  readonly keys?: readonly string[]
}

/** What an invoice is found by: receipt number, customer's name, phone and numbers, reference, amount. */
export type InvoiceKeysRow = { readonly id: string; readonly keys: readonly string[] }

/** A customer as stored on this phone. */
export type CustomerRow = Customer & {
  readonly nameKey: string
  /** What it is found by: name, words of the name, numbers. */
  readonly keys: readonly string[]
  /** When an invoice for it was last written here; absent when never. */
  readonly usedAt?: number
  readonly pending: PendingWork
}

export type ProductRow = Product & {
  readonly nameKey: string
  readonly keys: readonly string[]
  readonly usedAt?: number
  readonly pending: PendingWork
}

export type VendorRow = Vendor & {
  readonly nameKey: string
  readonly keys: readonly string[]
  readonly pending: PendingWork
}

/** A category of expenses; a default one has a row only when it was changed. */
export type CategoryRow = Category & { readonly pending: PendingWork }

/** An expense as stored on this phone. */
export type ExpenseRow = Expense & {
  readonly pending: PendingWork
  readonly shown: ShownExpenseStatus
  /** Day and time of the receipt, and id: unique, newest last. */
  readonly orderKey: string
  /** What it is found by: words of vendor and note, numbers, amount. */
  readonly keys: readonly string[]
}

/** The sums of the expenses of a month, as text: a phone reads that thirty times as fast as the objects. */
export type ExpenseMonthRow = { readonly month: Month; readonly sums: string }

/** A file on this phone, with how far it has been sent. Its content is in another table, so lists never load it. */
export type FileRow = {
  readonly sha256: string
  readonly type: FileType
  readonly size: number
  /** When it was stored here, milliseconds. */
  readonly at: number
  /** The number of bytes that the server confirmed. */
  readonly sent: number
  /** The person wants it sent whatever the connection costs. */
  readonly sendAnyway?: boolean
  /** Failed attempts in a row. */
  readonly failures?: number
  /** The next attempt not before this moment (ms), counted from `waitSetAt`; a clock that went back makes it due. */
  readonly nextAt?: number
  readonly waitSetAt?: number
  /** Why the last attempt failed. */
  readonly code?: string
  /** How often in a row the storage returned everything but the content of this one. */
  readonly unread?: number
  /** The server refused this content for good; attaching it again sends it again. */
  readonly refused?: true
}

export type FileContentRow = { readonly sha256: string; readonly bytes: ArrayBuffer }

/** What an unacknowledged operation adds to the stored totals, until the totals of the server contain it. */
export type OverlayRow = { readonly opId: string; readonly rows: readonly AggregateRow[] }

export type OutboxState = 'queued' | 'sending' | 'done' | 'attention' | 'blocked'

/** The result of an entry's latest attempt, in codes. */
export type LastOutcome = {
  readonly at: Instant
  readonly kind: 'unknown' | 'refused' | 'retry' | 'done' | 'held' | 'interrupted'
  readonly http: number | null
  readonly code: string | null
  readonly fields?: readonly { readonly path: string; readonly code: string }[]
  readonly data?: Readonly<Record<string, unknown>>
}

/** One operation for the server. Body and hash never change after the first attempt. */
export type OutboxEntry = {
  /** Order of arrival, assigned by the database: never by the clock, phones have wrong clocks. */
  readonly seq: number
  readonly opId: string
  readonly deviceSeq: number
  readonly epoch: string
  /** What must stay in order: `inv:<id>`, `cust:<id>`, `prod:<id>`, `vend:<id>`, `cat:<id>`, `exp:<id>`. */
  readonly lane: string
  /** Operations that must be executed first. */
  readonly dependsOn: readonly string[]
  readonly type: string
  readonly v: number
  /** Canonical JSON text and its SHA-256: a retry is byte-equal. */
  readonly body: string
  readonly bodyHash: string
  /** The account that sends it. */
  readonly companyId: string
  readonly userId: string
  /** Author and device, when it was imported from another phone; absent for this phone's own work. */
  readonly writtenBy?: OperationAuthor
  /** Local wall clock, for people. */
  readonly createdAt: Instant
  readonly tzOffsetMinutes: number
  readonly clockSkewMs: number
  readonly state: OutboxState
  /**
   * The id it was first queued under, and how often it was queued again under a new id after a final refusal. Read both
   * by `attemptOf`; absent for entries of an older version.
   */
  readonly firstOpId?: string
  readonly attempt?: number
  /** How often it was sent; absent for entries of an older version. */
  readonly tries?: number
  /** Attempts that were answered by our server. */
  readonly attempts: number
  /** 5xx answers in a row to a request that contained it; `aloneErrors` counts those when it was sent alone. */
  readonly serverErrors: number
  readonly aloneErrors: number
  /** Times in a row that page or worker died while it was being sent; `aloneCrashes` counts those when alone. */
  readonly crashes: number
  readonly aloneCrashes: number
  readonly firstSentAt: Instant | null
  /** When it was handed to another phone, or taken over by another account on this one: they may have sent it. */
  readonly handedOverAt?: Instant
  /** Not before this moment (ms), counted from `waitSetAt`; a clock that went back makes it due. */
  readonly nextAt: number
  readonly waitSetAt: number
  readonly lease: {
    readonly attemptId: string
    readonly owner: string
    readonly until: number
    readonly size: number
  } | null
  readonly last: LastOutcome | null
  readonly result: unknown
  readonly ackChangeId: number | null
}

/** A server record held back while this phone has unsent work on the same record. */
export type ServerCopyRow = {
  /** `<table>:<id>` */
  readonly key: string
  readonly t: string
  readonly id: string
  readonly rev: number
  readonly op: 'put' | 'delete'
  readonly row: unknown
}

/** What happened to work of this phone: nothing leaves the outbox without a line here. */
export type AuditRow = {
  readonly n?: number
  readonly at: Instant
  readonly action: string
  readonly subject: string
  readonly opId: string | null
  /** The operation as it was, when it left the outbox without an answer. */
  readonly entry?: OutboxEntry
  readonly detail?: Readonly<Record<string, unknown>>
}

/** A change of a kind this version does not know, stored for a version that does. */
export type QuarantinedRow = {
  readonly n?: number
  readonly at: Instant
  readonly change: unknown
  /** Its position in the feed; absent when an older version stored it, or when that feed no longer exists. */
  readonly came?: FeedPosition
}

/**
 * A position in the feed: the cursor of the page before (`null` for the beginning), and the change up to which the
 * page reached.
 */
export type FeedPosition = { readonly after: string | null; readonly upTo: number }

export type MetaRow = { readonly key: string; readonly value: unknown }

/** Money collected for an invoice, as this phone keeps it. */
export type CollectionRow = Collection & { readonly pending: PendingWork }
