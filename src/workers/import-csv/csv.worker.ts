import { expose } from 'comlink'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { CUSTOMER_TABLE } from '#domain/customers/customer-table.ts'
import type { ColumnMapping } from '#domain/imports/import-table.ts'
import type { FileRow } from '#domain/imports/judge-rows.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { ProductFields } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import { PRODUCT_TABLE } from '#domain/products/product-table.ts'
import { readRows } from '../search-names/read-rows.ts'
import { CsvImport, type ImportRow } from './csv-import.ts'

export type ImportedTable = 'customers' | 'products'

type Judging = {
  readonly mapping: ColumnMapping
  readonly today: FiscalDay
  /** The database of the account: the records that rows are compared with are read here, not on the page. */
  readonly database: string
}

const customers = new CsvImport(CUSTOMER_TABLE)
const products = new CsvImport(PRODUCT_TABLE)

async function readListed<Row extends { readonly id: string; readonly pending: PendingWork }>(
  database: string,
  table: ImportedTable,
): Promise<Row[]> {
  const found: Row[] = []
  await readRows<Row>(database, table, (rows) => {
    for (const row of rows) if (row.pending.kind !== 'waiting' || !row.pending.deletes) found.push(row)
  })
  return found
}

type Stored<T> = T & { readonly pending: PendingWork }
// The records are read once: a row that a person corrects is judged against the same ones.
const known: { customers?: Stored<Customer>[]; products?: Stored<Product>[] } = {}

/** The functions of this worker: one file of one kind at a time. */
const worker = {
  open: (table: ImportedTable, file: Blob) =>
    table === 'customers' ? customers.open(file) : products.open(file),
  judge: async (
    table: ImportedTable,
    { database, ...judging }: Judging,
    onRows: (done: number, all: number) => void,
  ) => {
    if (table === 'customers') {
      known.customers ??= await readListed<Stored<Customer>>(database, table)
      return customers.judge(judging, known.customers, onRows)
    }
    known.products ??= await readListed<Stored<Product>>(database, table)
    return products.judge(judging, known.products, onRows)
  },
  correct: (table: ImportedTable, rows: readonly FileRow[]) =>
    table === 'customers' ? customers.correct(rows) : products.correct(rows),
  failed: (table: ImportedTable, from: number, count: number) =>
    table === 'customers' ? customers.failed(from, count) : products.failed(from, count),
  takeCustomers: (from: number, count: number): ImportRow<CustomerFields>[] => customers.take(from, count),
  takeProducts: (from: number, count: number): ImportRow<ProductFields>[] => products.take(from, count),
}
export type CsvWorker = typeof worker

expose(worker)
