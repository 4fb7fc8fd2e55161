import type { Aggregate } from '#contract/aggregates.ts'
import type { Change } from '#contract/sync.ts'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Company } from '#domain/companies/company.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Product } from '#domain/products/product.ts'
import type { TaxRate } from '#domain/tax/rate-table.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'

type ChangeOf<T extends Change['t']> = Extract<Change, { t: T }>
type Row<T extends Change['t']> = NonNullable<ChangeOf<T>['row']>

/** The change of an invoice in the feed. */
export function invoiceChange(invoice: Invoice): ChangeOf<'invoice'> {
  return { t: 'invoice', id: invoice.id, rev: invoice.rev, op: 'put', row: invoice }
}

export function customerChange(customer: Customer): ChangeOf<'customer'> {
  return { t: 'customer', id: customer.id, rev: customer.rev, op: 'put', row: { ...customer } }
}

export function productChange(product: Product): ChangeOf<'product'> {
  return { t: 'product', id: product.id, rev: product.rev, op: 'put', row: { ...product } }
}

export function vendorChange(vendor: Vendor): ChangeOf<'vendor'> {
  return { t: 'vendor', id: vendor.id, rev: vendor.rev, op: 'put', row: { ...vendor } }
}

export function categoryChange(category: Category): ChangeOf<'category'> {
  return { t: 'category', id: category.id, rev: category.rev, op: 'put', row: { ...category } }
}

export function expenseChange(expense: Expense): ChangeOf<'expense'> {
  const row: Row<'expense'> = {
    ...expense,
    vendor: { ...expense.vendor },
    items: expense.items.map((item) => ({ ...item })),
    payments: expense.payments.map((payment) => ({ ...payment })),
    totals: { ...expense.totals },
    ...(expense.authority && { authority: { ...expense.authority } }),
  }
  return { t: 'expense', id: expense.id, rev: expense.rev, op: 'put', row }
}

export function collectionChange(collection: Collection): ChangeOf<'collection'> {
  return { t: 'collection', id: collection.id, rev: collection.rev, op: 'put', row: { ...collection } }
}

export function aggregateChange(aggregate: Aggregate): ChangeOf<'aggregate'> {
  return { t: 'aggregate', id: aggregate.id, rev: aggregate.rev, op: 'put', row: aggregate }
}

export function companyChange(record: {
  readonly company: Company & { readonly rates?: TaxRate[] }
  readonly rev: number
}): ChangeOf<'company'> {
  return { t: 'company', id: record.company.id, rev: record.rev, op: 'put', row: { ...record.company } }
}

/** The change that says a customer or a product is gone. */
export function deletedChange(t: 'customer' | 'product', id: string, rev: number): Change {
  return { t, id, rev, op: 'delete', row: null }
}
