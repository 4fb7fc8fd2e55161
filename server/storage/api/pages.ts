import { sql } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Product } from '#domain/products/product.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Where a page ended: the moment of the last change and the id, so that equal moments are not skipped. */
export type PagePosition = { readonly changedAt: Instant; readonly id: string }
export type PageRange = { readonly after: PagePosition | undefined; readonly limit: number }
export type PageRow<T> = { readonly record: T; readonly position: PagePosition }

export type InvoiceFilter = {
  readonly status: Invoice['status'] | undefined
  readonly from: FiscalDay | undefined
  readonly to: FiscalDay | undefined
  /** The ids of one customer. */
  readonly customerIds: readonly string[] | undefined
  readonly ids: readonly string[] | undefined
  /** Only those of this operator. */
  readonly operatorId: string | undefined
}

type Row<T> = { document: T; id: string; changed_at: string }

function pageRows<T>(rows: readonly Row<T>[]): PageRow<T>[] {
  return rows.map(({ document, id, changed_at }) => {
    return { record: document, position: { changedAt: parseMoment(changed_at), id } }
  })
}

function behind(after: PagePosition | undefined) {
  return after === undefined
    ? sql``
    : sql`and (changed_at, id) > (${after.changedAt}::timestamptz, ${after.id}::uuid)`
}

/** Invoices, those that changed longest ago first. Days are East African days of the sale, both included. */
export async function pageInvoices(
  db: Db,
  { companyId }: CompanyScope,
  { after, limit }: PageRange,
  filter: InvoiceFilter,
): Promise<PageRow<Invoice>[]> {
  const { status, from, to, customerIds, ids, operatorId } = filter
  const { rows } = await sql<Row<Invoice>>`
    select document, id, changed_at from invoices where company_id = ${companyId} ${behind(after)}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${from === undefined ? sql`` : sql`and sale_at >= ${`${from}T00:00:00+03:00`}::timestamptz`}
      ${to === undefined ? sql`` : sql`and sale_at < ${`${to}T00:00:00+03:00`}::timestamptz + interval '1 day'`}
      ${customerIds === undefined ? sql`` : sql`and document -> 'customer' ->> 'customerId' = any(${[...customerIds]}::text[])`}
      ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::uuid[])`}
      ${operatorId === undefined ? sql`` : sql`and operator_id = ${operatorId}`}
    order by changed_at, id limit ${limit}
  `.execute(db)
  return pageRows(rows)
}

/** Customers or products that were not deleted, those that changed longest ago first. */
export async function pageCatalogue<T extends 'customers' | 'products'>(
  db: Db,
  { companyId }: CompanyScope,
  table: T,
  { after, limit }: PageRange,
): Promise<PageRow<{ customers: Customer; products: Product }[T]>[]> {
  const { rows } = await sql<Row<{ customers: Customer; products: Product }[T]>>`
    select document, id, changed_at from ${sql.table(table)}
    where company_id = ${companyId} and deleted_at is null ${behind(after)}
    order by changed_at, id limit ${limit}
  `.execute(db)
  return pageRows(rows)
}

/** The product with a name, in any case; the oldest where several have it. */
export async function findProductByName(
  db: Db,
  { companyId }: CompanyScope,
  name: string,
): Promise<Product | undefined> {
  const { rows } = await sql<{ document: Product }>`
    select document from products where company_id = ${companyId} and deleted_at is null
      and lower(document ->> 'name') = lower(${name})
    order by changed_at, id limit 1
  `.execute(db)
  return rows[0]?.document
}
