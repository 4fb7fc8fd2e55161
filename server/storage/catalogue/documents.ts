import { sql } from 'kysely'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { distinctTaxNumber } from '#domain/identity/tin.ts'
import type { Product } from '#domain/products/product.ts'
import { type RowsDigest, rowsDigest } from '#domain/replica/rows-digest.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import { anyId } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** The tables that hold one document per record, and the type of that document. */
export type Documents = {
  customers: Customer
  products: Product
  vendors: Vendor
  expense_categories: Category
  expenses: Expense
  collections: Collection
}
export type DocumentTable = keyof Documents

/** Values of a document that are also columns, because they are unique or searched. What is written is not deleted. */
const SEARCHED_COLUMNS: {
  readonly [T in DocumentTable]: (document: Documents[T]) => Record<string, string | null>
} = {
  customers: (customer) => ({
    identification_number: customer.identificationNumber,
    vat_registration_number: customer.vatRegistrationNumber,
    deleted_at: null,
  }),
  // One that many vendors share is not stored where it must be unique.
  vendors: ({ taxNumber, serial }) => ({ tax_number: distinctTaxNumber(taxNumber), serial }),
  expense_categories: ({ code }) => ({ code }),
  products: () => ({ deleted_at: null }),
  expenses: (expense) => ({ status: expense.status, receipt_code: expense.receiptCode }),
  collections: (collection) => ({ invoice_id: collection.invoiceId }),
}

/** The document under an id, locked until the transaction ends. */
export async function lockDocument<T extends DocumentTable>(
  db: Db,
  scope: CompanyScope,
  table: T,
  id: string,
): Promise<Documents[T] | undefined> {
  const { rows } = await sql<{ document: Documents[T] }>`
    select document from ${sql.table(table)} where company_id = ${scope.companyId} and id = ${id} for update
  `.execute(db)
  return rows[0]?.document
}

/** Documents by id, in no order; unknown and foreign ids are left out. */
export async function listDocuments<T extends DocumentTable>(
  db: Db,
  scope: CompanyScope,
  table: T,
  ids: readonly string[],
): Promise<Documents[T][]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ document: Documents[T] }>`
    select document from ${sql.table(table)} where company_id = ${scope.companyId} and id = ${anyId(ids)}
  `.execute(db)
  return rows.map((row) => row.document)
}

/** A customer or a product that is not deleted. */
export async function findUndeleted<T extends 'customers' | 'products'>(
  db: Db,
  scope: CompanyScope,
  table: T,
  id: string,
): Promise<Documents[T] | undefined> {
  const { rows } = await sql<{ document: Documents[T] }>`
    select document from ${sql.table(table)}
    where company_id = ${scope.companyId} and id = ${id} and deleted_at is null
  `.execute(db)
  return rows[0]?.document
}

/** Which of these ids belong to records of the company. */
export async function listExistingIds(
  db: Db,
  scope: CompanyScope,
  table: DocumentTable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where company_id = ${scope.companyId} and id = ${anyId(ids)}
  `.execute(db)
  return new Set(rows.map((row) => row.id))
}

/**
 * Inserts or replaces documents, at least one. Columns that are not of the document, such as the look-ups of an
 * expense, keep their values. A number of a customer or a receipt code of an expense that another record of the
 * company has is refused by the database (SQLSTATE 23505).
 */
export async function upsertDocuments<T extends DocumentTable>(
  db: Db,
  scope: CompanyScope,
  table: T,
  documents: readonly Documents[T][],
  changedAt: string,
): Promise<void> {
  const rows = documents.map((document) => ({
    company_id: scope.companyId,
    id: document.id,
    rev: document.rev,
    ...SEARCHED_COLUMNS[table](document),
    document: JSON.stringify(document),
    changed_at: changedAt,
  }))
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
  const updates = columns.slice(2).map((column) => sql`${column} = excluded.${column}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)})
    values ${sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))}
    on conflict (company_id, id) do update set ${sql.join(updates)}
  `.execute(db)
}

/** Number and mark of a company's records of one table, by id and revision. */
export async function digestDocuments(
  db: Db,
  scope: CompanyScope,
  table: DocumentTable,
): Promise<RowsDigest> {
  const { rows } = await sql<{ id: string; rev: number }>`
    select id, rev from ${sql.table(table)} where company_id = ${scope.companyId}
      ${table === 'customers' || table === 'products' ? sql`and deleted_at is null` : sql``}
  `.execute(db)
  return rowsDigest(rows)
}
