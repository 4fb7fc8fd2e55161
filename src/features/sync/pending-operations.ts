import type { AccountDatabase } from '#data/account-database.ts'
import { listDoneOperations } from '#data/audit.ts'
import { findCategory } from '#data/categories.ts'
import { findCustomer } from '#data/customers.ts'
import { findExpense } from '#data/expenses.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { fileOfOrderingKey, readBody } from '#data/outbox-entry.ts'
import { findProduct } from '#data/products.ts'
import type { FileRow, InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { findVendor } from '#data/vendors.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { NetworkConnection } from '#domain/files/may-upload.ts'
import type { Cents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { listDeferredFileKeys } from '#sync/attachments/deferred-files.ts'

/** The record of an operation. */
export type Subject = {
  readonly kind: string
  readonly id: string
  /** The invoice, if it is about one. */
  readonly invoice: InvoiceRow | undefined
  /** Name of the customer or product; empty for an invoice. */
  readonly name: string
  /** The amount of a payment for the invoice. */
  readonly amount?: Cents
  /** How many rows of a file it writes. */
  readonly rows?: number
}

/** One unsent operation, with its subject. */
export type PendingOperation = {
  readonly entry: OutboxEntry
  readonly subject: Subject
  /** It waits for Wi-Fi, as the person chose. */
  readonly waitsForWifi: boolean
}

/** One operation that the server has executed today. */
export type CompletedOperation = {
  readonly key: string
  readonly type: string
  readonly at: Instant
  readonly subject: Subject
}

/** The ordering key of a file continues with its hash. */
const EXPENSE_ID_LENGTH = 36

/** Record kind and id of an ordering key such as `inv:<id>`. */
export function parseOrderingKey(orderingKey: string): { readonly kind: string; readonly id: string } {
  const at = orderingKey.indexOf(':')
  return { kind: orderingKey.slice(0, at), id: orderingKey.slice(at + 1) }
}

/** The subject of an operation that only its text names; `undefined` for any other, and once it was executed. */
async function subjectOfText(db: AccountDatabase, entry: OutboxEntry): Promise<Subject | undefined> {
  const { kind, id } = parseOrderingKey(entry.lane)
  if (kind === 'stock') {
    const productId = readBody('stock.add', entry)?.productId
    const product = productId && (await findProduct(db, productId))
    return product ? { kind: 'prod', id: product.id, invoice: undefined, name: product.name } : undefined
  }
  if (kind === 'imp') {
    const rows = (readBody('customer.import', entry) ?? readBody('product.import', entry))?.rows.length
    return rows === undefined ? undefined : { kind, id, invoice: undefined, name: '', rows }
  }
  const returned = kind === 'return' ? readBody('receipt.return', entry)?.invoice.id : undefined
  if (returned === undefined) return undefined
  return { kind: 'inv', id: returned, invoice: await findInvoice(db, returned), name: '' }
}

async function subjectOf(db: AccountDatabase, orderingKey: string): Promise<Subject> {
  const { kind, id } = parseOrderingKey(orderingKey)
  if (kind === 'pay') {
    const payment = await db.run(() => db.collections.get(id))
    if (!payment) return { kind, id, invoice: undefined, name: '' }
    const { invoiceId, amount } = payment
    return { kind, id: invoiceId, invoice: await findInvoice(db, invoiceId), name: moneyText(amount), amount }
  }
  if (kind === 'inv' || kind === 'mail') return { kind, id, invoice: await findInvoice(db, id), name: '' }
  if (kind === 'exp' || kind === 'file') {
    const expense = await findExpense(db, id.slice(0, EXPENSE_ID_LENGTH))
    const named = [
      expense?.vendor.name || expense?.items[0]?.description,
      expense && moneyText(expense.totals.total),
    ]
    return { kind, id, invoice: undefined, name: named.filter(Boolean).join(' · ') }
  }
  const find = { cust: findCustomer, prod: findProduct, vend: findVendor, cat: findCategory }[kind]
  const record = await find?.(db, id)
  // A default category that keeps its usual name has none of its own.
  const code = record && 'code' in record ? record.code : ''
  return { kind, id, invoice: undefined, name: record?.name || code }
}

/** Whether an operation is not sent automatically: refused, or waiting for a refused one. */
export function isFailed({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state === 'attention' || state === 'blocked'
}

/**
 * The entry of a file with what is known of sending its content, which waits and fails beside the entry: the time of
 * the next attempt, how often it was tried in a row, and why the last attempt failed.
 */
function withFile(entry: OutboxEntry, file: FileRow | undefined): OutboxEntry {
  const { failures = 0, nextAt = 0, waitSetAt = 0, code } = file ?? {}
  if (entry.state !== 'queued' || code === undefined || nextAt <= entry.nextAt) return entry
  const last = { at: toInstant(waitSetAt), kind: 'retry' as const, http: null, code }
  return { ...entry, nextAt, waitSetAt, last, tries: Math.max(entry.tries ?? 0, failures) }
}

/** Pending and refused operations, oldest first, each with its subject. */
export async function listPendingOperations(
  db: AccountDatabase,
  limit: number,
  connection: NetworkConnection,
): Promise<PendingOperation[]> {
  const [entries, heldKeys] = await Promise.all([listUnsent(db, limit), listDeferredFileKeys(db, connection)])
  const hashes = entries.map(({ lane }) => fileOfOrderingKey(lane)?.sha256 ?? '')
  const files = await db.run(() => db.files.bulkGet(hashes))
  return Promise.all(
    entries.map(async (stored, at) => {
      const entry = withFile(stored, files[at])
      const subject = (await subjectOfText(db, entry)) ?? (await subjectOf(db, entry.lane))
      return { entry, subject, waitsForWifi: entry.state === 'queued' && heldKeys.has(entry.lane) }
    }),
  )
}

/** Operations that the server has executed since a moment, newest first, each with its subject. */
export async function listCompletedOperations(
  db: AccountDatabase,
  since: Instant,
  limit: number,
): Promise<CompletedOperation[]> {
  const rows = await listDoneOperations(db, since, limit)
  return Promise.all(
    rows.map(async (row) => ({
      key: `${row.n ?? row.opId}`,
      type: row.action.replace(/ done$/, ''),
      at: row.at,
      subject: await subjectOf(db, row.subject),
    })),
  )
}

/**
 * The operation that another one waits for: the failed one before it under its ordering key, or among its
 * dependencies. `undefined` when that is not in the list.
 */
export function findBlockingOperation(
  operation: PendingOperation,
  all: readonly PendingOperation[],
): PendingOperation | undefined {
  const { entry } = operation
  const before = all.filter(
    (other) =>
      entry.dependsOn.includes(other.entry.opId) ||
      (other.entry.lane === entry.lane && other.entry.seq < entry.seq),
  )
  return before.find((other) => other.entry.state === 'attention') ?? before[0]
}
