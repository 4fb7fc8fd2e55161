import { sql } from 'kysely'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Product } from '#domain/products/product.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Products on sale, favourites first, then by name. */
export async function listProductsOnSale(
  db: Db,
  { companyId }: CompanyScope,
  limit: number,
): Promise<Product[]> {
  const rows = await db
    .selectFrom('products')
    .select('document')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(document->>'active')::boolean`)
    .orderBy(sql`coalesce((document->>'favourite')::boolean, false)`, 'desc')
    .orderBy(sql`lower(document->>'name')`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ document }) => document)
}

type SalesOf = {
  /** Only those of this operator. */
  readonly operatorId: string | undefined
}

/** The last invoices with a receipt, newest first. */
export async function listLastReceipts(
  db: Db,
  { companyId }: CompanyScope,
  { operatorId, limit }: SalesOf & { readonly limit: number },
): Promise<Invoice[]> {
  let query = db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', companyId)
    .where('issued_day', 'is not', null)
  if (operatorId !== undefined) query = query.where('operator_id', '=', operatorId)
  const rows = await query.orderBy('sale_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ document }) => document)
}

/**
 * The figures of the receipts of a day; amounts in cents. Canceled ones are counted too, as the authority and every
 * report count them: `canceled` says how many they are.
 */
export async function sumDay(
  db: Db,
  { companyId }: CompanyScope,
  { operatorId, day }: SalesOf & { readonly day: FiscalDay },
): Promise<{ count: number; total: number; vat: number; waiting: number; canceled: number }> {
  let query = db
    .selectFrom('invoices')
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`coalesce(sum((document->'totals'->>'totalIncludingTax')::bigint), 0)`.as('total'),
      sql<string>`coalesce(sum((document->'totals'->>'totalVat')::bigint), 0)`.as('vat'),
      sql<string>`count(*) filter (where status = 'submitted')`.as('waiting'),
      sql<string>`count(*) filter (where status = 'canceled')`.as('canceled'),
    ])
    .where('company_id', '=', companyId)
    .where('issued_day', '=', day)
  if (operatorId !== undefined) query = query.where('operator_id', '=', operatorId)
  const row = await query.executeTakeFirstOrThrow()
  const { count, total, vat, waiting, canceled } = row
  return {
    ...{ count: Number(count), total: Number(total), vat: Number(vat) },
    ...{ waiting: Number(waiting), canceled: Number(canceled) },
  }
}
