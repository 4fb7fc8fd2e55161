import { sql } from 'kysely'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { startOfDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { CountedCash } from '#domain/insights/cash-count.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { HOURS_A_DAY } from '#domain/reports/sales-by-hour.ts'
import { anyId, parseDay, parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Sales of a company since a day that were not fully paid at once and stand, with what was collected for each. */
export async function listSalesOnCredit(
  db: Db,
  { companyId }: CompanyScope,
  since: FiscalDay,
): Promise<{ readonly invoice: Invoice; readonly collections: readonly Collection[] }[]> {
  const { rows: sold } = await sql<{ document: Invoice }>`
    select document from invoices
    where company_id = ${companyId} and sale_at >= ${startOfDay(since)} and status <> 'canceled'
      and jsonb_typeof(document->'receipt') = 'object'
      and (document->'totals'->>'totalIncludingTax')::bigint > (
        select coalesce(sum((payment->>'amount')::bigint), 0) from jsonb_array_elements(document->'payments') payment
      )
  `.execute(db)
  const invoices = sold.map(({ document }) => document)
  if (invoices.length === 0) return []
  const { rows } = await sql<{ invoice_id: string; document: Collection }>`
    select invoice_id, document from collections
    where company_id = ${companyId} and invoice_id = ${anyId(invoices.map(({ id }) => id))}
  `.execute(db)
  const byInvoice = Map.groupBy(rows, (row) => row.invoice_id)
  return invoices.map((invoice) => ({
    invoice,
    collections: (byInvoice.get(invoice.id) ?? []).map(({ document }) => document),
  }))
}

/** Gross of the 24 hours of each day that has a sale with a receipt, in cents: by the time of the sale in East Africa. */
export async function readHours(
  db: Db,
  { companyId }: CompanyScope,
  { from, to }: DayRange,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ day: string; hour: number; gross: string }>`
    select to_char(local, 'YYYY-MM-DD') as day, extract(hour from local)::int as hour, sum(gross)::text as gross
    from (
      select (sale_at + interval '3 hours') at time zone 'UTC' as local,
        (document->'totals'->>'totalIncludingTax')::bigint as gross
      from invoices
      where company_id = ${companyId} and sale_at >= ${startOfDay(from)}
        and sale_at < ${startOfDay(to)}::timestamptz + interval '1 day'
        and jsonb_typeof(document->'receipt') = 'object'
    ) sold
    group by 1, 2
  `.execute(db)
  const hours = new Map<string, number[]>()
  for (const { day, hour, gross } of rows) {
    const cells = hours.get(day) ?? Array.from({ length: HOURS_A_DAY }, () => 0)
    cells[hour] = parseInteger(gross)
    hours.set(day, cells)
  }
  return hours
}

/** Counts of cash of a company since a day, from the audit trail, the newest first. */
export async function listCountedCash(
  db: Db,
  { companyId }: CompanyScope,
  since: FiscalDay,
): Promise<CountedCash[]> {
  const { rows } = await sql<{ detail: Omit<CountedCash, 'day'> & { readonly day: string } }>`
    select detail from audit
    where company_id = ${companyId} and at >= ${startOfDay(since)} and action = 'drawer.count'
      and detail->>'day' >= ${since}
    order by detail->>'countedAt' desc, id desc
  `.execute(db)
  return rows.map(({ detail }) => ({ ...detail, day: parseDay(detail.day) }))
}
