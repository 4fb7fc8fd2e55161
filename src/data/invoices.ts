import { addDays, type FiscalDay, startOfDay } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type PendingWork, type ShownStatus, shownStatus } from '#domain/invoices/shown-status.ts'
import type { AccountDatabase } from './account-database.ts'
import { changedInvoiceKeys } from './invoice-keys.ts'
import { findMeta, upsertMeta } from './meta.ts'
import { readRows } from './read-rows.ts'
import type { InvoiceRow } from './rows.ts'

const NO_COUNTS: Record<ShownStatus, number> = {
  draft: 0,
  waiting: 0,
  submitted: 0,
  issued: 0,
  attention: 0,
  canceled: 0,
}

/** The only constructor of rows, so that derived fields always match the record. */
export function invoiceRow(invoice: Invoice, pending: PendingWork): InvoiceRow {
  return {
    ...invoice,
    pending,
    shown: shownStatus(invoice, pending),
    orderKey: `${invoice.saleAt} ${invoice.id}`,
  }
}

/** The invoice without what this phone derives: the content that is sent and that rules check. */
export function invoiceFromRow(row: InvoiceRow): Invoice {
  const { pending: _, shown: __, orderKey: ___, keys: ____, ...invoice } = row
  return invoice
}

export function findInvoice(db: AccountDatabase, id: string): Promise<InvoiceRow | undefined> {
  return db.run(() => db.invoices.get(id))
}

/** How many invoices show each status, from stored counters: counting an index of 100,000 takes seconds. */
export async function countInvoices(db: AccountDatabase): Promise<Record<ShownStatus, number>> {
  return (await findMeta(db, 'counts')) ?? NO_COUNTS
}

/**
 * Writes rows, their search keys and the counters. Call inside a transaction over `invoices`, `invoiceKeys` and
 * `meta`. Of a row given twice the last one counts. A caller that has read the rows in that transaction passes them
 * as `current`, in the same order, and none of them twice.
 */
export async function upsertInvoices(
  db: AccountDatabase,
  rows: readonly InvoiceRow[],
  current?: readonly (InvoiceRow | undefined)[],
): Promise<void> {
  if (rows.length === 0) return
  const latest = [...new Map(rows.map((row) => [row.id, row])).values()]
  const [before, counts] = await Promise.all([
    current ??
      readRows(
        db.invoices,
        latest.map((row) => row.id),
      ),
    countInvoices(db),
  ])
  const changedKeys = changedInvoiceKeys(before, latest)
  await Promise.all([
    db.invoices.bulkPut(latest),
    upsertMeta(db, 'counts', countsAfter(counts, before, latest)),
    changedKeys.length > 0 ? db.invoiceKeys.bulkPut(changedKeys) : undefined,
  ])
}

/** Removes rows and updates the counters. Call inside a transaction over `invoices`, `invoiceKeys` and `meta`. */
export async function deleteInvoices(db: AccountDatabase, ids: readonly string[]): Promise<void> {
  const [before, counts] = await Promise.all([db.invoices.bulkGet([...ids]), countInvoices(db)])
  await upsertMeta(db, 'counts', countsAfter(counts, before, []))
  await db.invoices.bulkDelete([...ids])
  await db.invoiceKeys.bulkDelete([...ids])
}

/** The counters after rows were replaced by others. */
function countsAfter(
  counts: Record<ShownStatus, number>,
  before: readonly (InvoiceRow | undefined)[],
  after: readonly InvoiceRow[],
): Record<ShownStatus, number> {
  const moved = { ...counts }
  for (const row of before) if (row) moved[row.shown] -= 1
  for (const row of after) moved[row.shown] += 1
  return moved
}

/** Recounts by a full scan; for a check in the background and after a repair. */
export async function recountInvoices(db: AccountDatabase): Promise<Record<ShownStatus, number>> {
  const counts = { ...NO_COUNTS }
  await db.invoices.each((row) => {
    counts[row.shown] += 1
  })
  return counts
}

const LOWEST = ''
const HIGHEST = '\uffff'

/** Days of a list, both included; an absent one is open. By the sale time in East Africa. */
export type Period = { readonly from?: FiscalDay | undefined; readonly to?: FiscalDay | undefined }

/** The order keys that bound the sales of a period: the lower one included, the upper one not. */
export function bounds({ from, to }: Period): { readonly lowest: string; readonly highest: string } {
  return {
    lowest: from === undefined ? LOWEST : startOfDay(from),
    highest: to === undefined ? HIGHEST : startOfDay(addDays(to, 1)),
  }
}

/** A part of the list, newest first. `from` is its lower bound, `to` its open upper one. */
export type InvoiceWindow = {
  readonly shown: ShownStatus | null
  readonly from: string
  readonly to: string
  readonly limit: number
  /** `before` of the next window; `null` at the end of the list. */
  readonly next: string | null
  /** Its rows as they were when it was requested, to be shown until they are watched. */
  readonly rows: readonly InvoiceRow[]
}

export function range(db: AccountDatabase, shown: ShownStatus | null, from: string, upper: string) {
  return shown === null
    ? db.invoices.where('orderKey').between(from, upper, true, false)
    : db.invoices.where('[shown+orderKey]').between([shown, from], [shown, upper], true, false)
}

/**
 * The bounds of the `limit` newest invoices below `before`. Call it once per page and not in a live query: it depends
 * on the whole index, and would run again for every write.
 */
export async function findInvoiceWindow(
  db: AccountDatabase,
  filter: {
    readonly shown?: ShownStatus | undefined
    readonly period?: Period | undefined
    readonly limit: number
    readonly before?: string
  },
): Promise<InvoiceWindow> {
  const shown = filter.shown ?? null
  const { lowest, highest } = bounds(filter.period ?? {})
  const to = filter.before ?? highest
  const rows = await db.run(() =>
    range(db, shown, lowest, to)
      .reverse()
      .limit(filter.limit + 1)
      .toArray(),
  )
  const last = rows[filter.limit - 1]
  const more = rows.length > filter.limit && last !== undefined
  return {
    shown,
    from: more ? last.orderKey : lowest,
    to,
    limit: filter.limit,
    next: more ? last.orderKey : null,
    rows: rows.slice(0, filter.limit),
  }
}

/**
 * Rows between the bounds of a window, newest first; at most ten windows' worth while many arrive at once, and for
 * the last window, which is open below, one more than requested, which shows that there is a further window.
 */
export function listInvoices(db: AccountDatabase, window: InvoiceWindow): Promise<InvoiceRow[]> {
  const limit = window.next === null ? window.limit + 1 : window.limit * 10
  return db.run(() => range(db, window.shown, window.from, window.to).reverse().limit(limit).toArray())
}

/**
 * Invoices whose receipt the authority refused, newest first; without those that have refused operations of this
 * phone.
 */
export function listRefusedReceipts(db: AccountDatabase, limit: number): Promise<InvoiceRow[]> {
  const { lowest, highest } = bounds({})
  return db.run(() =>
    range(db, 'attention', lowest, highest)
      .reverse()
      .filter((row) => row.pending.kind !== 'attention')
      .limit(limit)
      .toArray(),
  )
}

/** All invoices of a filtered list, newest first, in batches of `size`: for a total, an export or a bulk action. */
export async function* iterateInvoices(
  db: AccountDatabase,
  filter: { readonly shown?: ShownStatus | undefined; readonly period?: Period | undefined },
  size: number,
): AsyncGenerator<readonly InvoiceRow[]> {
  let before: string | undefined
  do {
    const limit = { limit: size, ...(before === undefined ? {} : { before }) }
    const window = await findInvoiceWindow(db, { ...filter, ...limit })
    if (window.rows.length > 0) yield window.rows
    before = window.next ?? undefined
  } while (before !== undefined)
}
