import type { Invoice } from '#domain/invoices/invoice.ts'
import { type PendingWork, type ShownStatus, shownStatus } from '#domain/invoices/shown-status.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText, prefixEnd } from './fold-text.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { InvoiceRow } from './rows.ts'

const NONE: Record<ShownStatus, number> = {
  draft: 0,
  waiting: 0,
  submitted: 0,
  issued: 0,
  attention: 0,
  canceled: 0,
}

/** The only maker of rows: what is derived can never differ from what it is derived from. */
export function invoiceRow(invoice: Invoice, pending: PendingWork): InvoiceRow {
  const customerKey = foldText(invoice.customer.name)
  return {
    ...invoice,
    pending,
    shown: shownStatus(invoice, pending),
    orderKey: `${invoice.saleAt} ${invoice.id}`,
    ...(customerKey === '' ? {} : { customerKey }),
    ...(invoice.receipt ? { receiptNumber: invoice.receipt.rctvnum } : {}),
  }
}

/** The invoice without what this phone derives: what travels and what rules are asked about. */
export function plainInvoice(row: InvoiceRow): Invoice {
  const { pending: _, shown: __, orderKey: ___, customerKey: ____, receiptNumber: _____, ...invoice } = row
  return invoice
}

export function findInvoice(db: AccountDatabase, id: string): Promise<InvoiceRow | undefined> {
  return db.invoices.get(id)
}

/** How many invoices show each status, from kept counters: counting an index of 100,000 takes seconds. */
export async function countInvoices(db: AccountDatabase): Promise<Record<ShownStatus, number>> {
  return (await readMeta(db, 'counts')) ?? NONE
}

/**
 * Writes rows and moves the counters. Call inside a transaction over `invoices` and `meta`. A row given twice counts
 * as the last one.
 */
export async function putInvoices(db: AccountDatabase, rows: readonly InvoiceRow[]): Promise<void> {
  if (rows.length === 0) return
  const latest = [...new Map(rows.map((row) => [row.id, row])).values()]
  const before = await db.invoices.bulkGet(latest.map((row) => row.id))
  await moveCounters(db, before, latest)
  await db.invoices.bulkPut(latest)
}

/** Removes rows and moves the counters. Call inside a transaction over `invoices` and `meta`. */
export async function removeInvoices(db: AccountDatabase, ids: readonly string[]): Promise<void> {
  await moveCounters(db, await db.invoices.bulkGet([...ids]), [])
  await db.invoices.bulkDelete([...ids])
}

async function moveCounters(
  db: AccountDatabase,
  before: readonly (InvoiceRow | undefined)[],
  after: readonly InvoiceRow[],
): Promise<void> {
  const counts = { ...(await countInvoices(db)) }
  for (const row of before) if (row) counts[row.shown] -= 1
  for (const row of after) counts[row.shown] += 1
  await writeMeta(db, 'counts', counts)
}

/** Counts afresh by a scan; for a check in the background and after a repair. */
export async function recountInvoices(db: AccountDatabase): Promise<Record<ShownStatus, number>> {
  const counts = { ...NONE }
  await db.invoices.each((row) => {
    counts[row.shown] += 1
  })
  return counts
}

/** A piece of the list, newest first. `from` is its lower bound, `to` its open upper one. */
export type InvoiceWindow = {
  readonly shown: ShownStatus | null
  readonly from: string
  readonly to: string | null
  readonly limit: number
  /** `before` of the next window; `null` at the end of the list. */
  readonly next: string | null
  /** Its rows as they stood when it was asked for, to be shown until they are watched. */
  readonly rows: readonly InvoiceRow[]
}

const LOWEST = ''
const HIGHEST = '\uffff'

function range(db: AccountDatabase, shown: ShownStatus | null, from: string, to: string | null) {
  const upper = to ?? HIGHEST
  return shown === null
    ? db.invoices.where('orderKey').between(from, upper, true, false)
    : db.invoices.where('[shown+orderKey]').between([shown, from], [shown, upper], true, false)
}

/**
 * The bounds of the `limit` newest invoices below `before`. Ask once per page and not in a live query: it looks at
 * the whole index, and would run again for every write.
 */
export async function invoiceWindow(
  db: AccountDatabase,
  wanted: { readonly shown?: ShownStatus; readonly limit: number; readonly before?: string },
): Promise<InvoiceWindow> {
  const shown = wanted.shown ?? null
  const to = wanted.before ?? null
  const rows = await range(db, shown, LOWEST, to)
    .reverse()
    .limit(wanted.limit + 1)
    .toArray()
  const last = rows[wanted.limit - 1]
  const more = rows.length > wanted.limit && last !== undefined
  return {
    shown,
    from: more ? last.orderKey : LOWEST,
    to,
    limit: wanted.limit,
    next: more ? last.orderKey : null,
    rows: rows.slice(0, wanted.limit),
  }
}

/** Rows between the bounds of a window, newest first; at most ten windows' worth while many arrive at once. */
export function listInvoices(db: AccountDatabase, window: InvoiceWindow): Promise<InvoiceRow[]> {
  const most = window.from === LOWEST ? window.limit : window.limit * 10
  return range(db, window.shown, window.from, window.to).reverse().limit(most).toArray()
}

/** Invoices whose receipt number or customer name begins with a text, newest first. */
export async function searchInvoices(
  db: AccountDatabase,
  text: string,
  limit: number,
): Promise<InvoiceRow[]> {
  const name = foldText(text)
  if (name === '') return []
  const number = text.trim().toUpperCase()
  const [byNumber, byName] = await Promise.all([
    db.invoices.where('receiptNumber').between(number, prefixEnd(number)).limit(limit).toArray(),
    db.invoices.where('customerKey').between(name, prefixEnd(name)).limit(limit).toArray(),
  ])
  const found = [...new Map([...byNumber, ...byName].map((row) => [row.id, row])).values()]
  return found.sort((a, b) => (a.orderKey < b.orderKey ? 1 : -1)).slice(0, limit)
}
