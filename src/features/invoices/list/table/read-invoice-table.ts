import type { AccountDatabase } from '#data/account-database.ts'
import { foldText } from '#data/fold-text.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { hasMoreInvoices, listFirstInvoices } from '#data/sorted-invoices.ts'
import { SORTED_AT_MOST, type SortedRows } from '#data/sorted-rows.ts'
import { type Sort, type SortValue, sortRows } from '#domain/lists/sort-rows.ts'
import type { ListFilter } from '../list-search-params.ts'

/** `name` is the customer. */
export type InvoiceColumn = 'name' | 'number' | 'date' | 'payment' | 'operator' | 'tax' | 'total' | 'status'

/** Any number of invoices can be sorted by the sale; by the others only when all are few enough to be read. */
export const INDEXED: readonly InvoiceColumn[] = ['date']

/** The order of the index, in which the list is read page by page. */
export const NEWEST_FIRST: Sort<InvoiceColumn> = { by: 'date', descending: true }

/** What the table shows of an invoice in the language of the screen. */
export type InvoiceWords = {
  readonly customer: (row: InvoiceRow) => string
  readonly payment: (row: InvoiceRow) => string
  readonly status: (row: InvoiceRow) => string
}

export type SortedInvoices = SortedRows<InvoiceRow, InvoiceColumn>

export function isNewestFirst({ by, descending }: Sort<InvoiceColumn>): boolean {
  return by === 'date' && descending
}

/** The number on the paper; before it has one, the reference that the person gave it, or its number in an accounting app. */
export function numberOf({ receipt, reference, accountingNumber }: InvoiceRow): string {
  return receipt?.rctvnum ?? (reference || accountingNumber)
}

/** Numbers of one series follow each other as numbers: 9, 10, 11. */
function numberKey(text: string): string {
  return foldText(text).replace(/\d+$/, (digits) => digits.padStart(15, '0'))
}

/** All of these invoices in an order; equal ones by customer. */
export function sortInvoices(
  all: readonly InvoiceRow[],
  { by, descending }: Sort<InvoiceColumn>,
  { customer, payment, status }: InvoiceWords,
): InvoiceRow[] {
  const name = (row: InvoiceRow) => foldText(customer(row))
  const values: Record<InvoiceColumn, (row: InvoiceRow) => SortValue> = {
    name,
    number: (row) => numberKey(numberOf(row)),
    date: ({ orderKey }) => orderKey,
    payment: (row) => foldText(payment(row)),
    operator: ({ operatorName }) => foldText(operatorName),
    tax: ({ totals }) => totals.totalVat || undefined,
    total: ({ totals }) => totals.totalIncludingTax,
    status: (row) => foldText(status(row)),
  }
  return sortRows(all, descending, values[by], name)
}

/** The first `limit` of what a search found; when it found more than it shows, in the order of the search only. */
export function foundInvoices(
  found: readonly InvoiceRow[],
  isComplete: boolean,
  { sort, limit }: { readonly sort: Sort<InvoiceColumn>; readonly limit: number },
  words: InvoiceWords,
): SortedInvoices {
  const rows = isComplete ? sortInvoices(found, sort, words) : found
  return {
    rows: rows.slice(0, limit),
    more: rows.length > limit,
    sort: isComplete ? sort : NEWEST_FIRST,
    sortable: isComplete ? 'all' : 'none',
  }
}

/** What is known of a list that is not searched: what sorts it, and its rows unless they are the pages, newest first. */
export type ReadInvoices = Pick<SortedInvoices, 'sortable'> & { readonly sorted?: SortedInvoices }

/**
 * The invoices of a list in an order other than that of its pages. The oldest are read as far as they are shown, however
 * many there are; by another column all of the filter are read, up to `most`. Of more, the pages are shown as they are.
 */
export async function readInvoiceTable(
  db: AccountDatabase,
  filter: ListFilter,
  { sort, limit }: { readonly sort: Sort<InvoiceColumn>; readonly limit: number },
  words: InvoiceWords,
  most = SORTED_AT_MOST,
): Promise<ReadInvoices> {
  const sortable = (await hasMoreInvoices(db, filter, most)) ? 'indexed' : 'all'
  if (isNewestFirst(sort)) return { sortable }
  if (sort.by === 'date') {
    const rows = await listFirstInvoices(db, filter, limit + 1, true)
    return {
      sortable,
      sorted: { rows: rows.slice(0, limit), more: rows.length > limit, sort, sortable },
    }
  }
  if (sortable === 'indexed') return { sortable }
  const all = sortInvoices(await listFirstInvoices(db, filter, most, false), sort, words)
  return { sortable, sorted: { rows: all.slice(0, limit), more: all.length > limit, sort, sortable } }
}
