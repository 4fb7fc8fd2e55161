import type { ColumnType } from 'kysely'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Product } from '#domain/products/product.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { Json, Moment } from '../column-types.ts'

export type CustomersTable = {
  company_id: string
  id: string
  rev: number
  identification_number: string
  vat_registration_number: string
  document: Json<Customer>
  changed_at: Moment
  deleted_at: Moment | null
}

export type ProductsTable = {
  company_id: string
  id: string
  rev: number
  document: Json<Product>
  changed_at: Moment
  deleted_at: Moment | null
}

export type VendorsTable = {
  company_id: string
  id: string
  rev: number
  tax_number: string
  serial: string
  document: Json<Vendor>
  changed_at: Moment
}

export type ExpenseCategoriesTable = {
  company_id: string
  id: string
  rev: number
  code: string
  document: Json<Category>
  changed_at: Moment
}

export type ExpensesTable = {
  company_id: string
  id: string
  rev: number
  status: Expense['status']
  receipt_code: string
  document: Json<Expense>
  changed_at: Moment
  /** When its receipt is looked up on the authority's page; null when no look-up is due. */
  look_up_at: ColumnType<string | null, string | null | undefined, string | null>
  look_ups: ColumnType<number, number | undefined, number>
  /** When its files are to be read; null when there is nothing to read. */
  read_at: ColumnType<string | null, string | null | undefined, string | null>
  readings: ColumnType<number, number | undefined, number>
}

export type CollectionsTable = {
  company_id: string
  id: string
  rev: number
  invoice_id: string
  document: Json<Collection>
  changed_at: Moment
}
