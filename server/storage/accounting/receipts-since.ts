import { sql } from 'kysely'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Receipts of the company since a day, newest first. */
export async function listReceiptsSince(
  db: Db,
  { companyId }: CompanyScope,
  since: string,
  limit: number,
): Promise<Invoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', companyId)
    .where('status', '=', 'issued')
    .where('issued_day', '>=', since)
    .orderBy('sale_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ document }) => document)
}

/** How many receipts the company has since a day, and what they come to with tax. */
export async function sumReceiptsSince(
  db: Db,
  { companyId }: CompanyScope,
  since: string,
): Promise<{ readonly count: number; readonly sum: Cents }> {
  const { count, sum } = await db
    .selectFrom('invoices')
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`coalesce(sum((document->'totals'->>'totalIncludingTax')::bigint), 0)`.as('sum'),
    ])
    .where('company_id', '=', companyId)
    .where('status', '=', 'issued')
    .where('issued_day', '>=', since)
    .executeTakeFirstOrThrow()
  return { count: Number(count), sum: toCents(Number(sum)) }
}
