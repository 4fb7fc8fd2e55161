import { sql } from 'kysely'
import { fiscalDayOf, type Instant, parseFiscalDay, startOfDay } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/**
 * Numbered invoices of an operator that count in some months (`YYYY-MM`): by the day of the receipt, or of a refund.
 * Whatever counts in a month changed the invoice then or later: that is asked first, as it reads no document.
 */
export async function listCountedInvoices(
  db: Db,
  scope: CompanyScope,
  operatorId: string,
  months: readonly string[],
): Promise<Invoice[]> {
  const first = parseFiscalDay(`${months.toSorted()[0]}-01`)
  if (first === undefined) return []
  const { rows } = await sql<{ document: Invoice }>`
    select document from invoices
    where company_id = ${scope.companyId} and operator_id = ${operatorId} and changed_at >= ${startOfDay(first)}
      and (
        left(document->'receipt'->>'issuedDay', 7) = any(${[...months]}::text[])
        or exists (
          select from jsonb_array_elements(coalesce(document->'creditNotes', '[]')) as note
          where left(note->>'day', 7) = any(${[...months]}::text[])
        )
      )
  `.execute(db)
  return rows.map((row) => row.document)
}

/** Where a scan of the invoices of a month goes on. */
export type CountedPosition = { readonly day: string; readonly id: string }

/**
 * Numbered invoices of a company whose receipt is of a month (`YYYY-MM`), in the order of their days: at most `limit`
 * after a position.
 */
export async function listInvoicesOfMonth(
  db: Db,
  scope: CompanyScope,
  month: string,
  { after, limit }: { readonly after: CountedPosition | undefined; readonly limit: number },
): Promise<Invoice[]> {
  const { rows } = await sql<{ document: Invoice }>`
    select document from invoices
    where company_id = ${scope.companyId} and issued_day >= ${month} and issued_day <= ${`${month}-31`}
      and ${after === undefined ? sql`true` : sql`(issued_day, id) > (${after.day}, ${after.id})`}
    order by issued_day, id limit ${limit}
  `.execute(db)
  return rows.map((row) => row.document)
}

/** Invoices of another month of which goods were refunded in a month (`YYYY-MM`): at most `limit` after an id. */
export async function listRefundedInMonth(
  db: Db,
  scope: CompanyScope,
  month: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Invoice[]> {
  const { rows } = await sql<{ document: Invoice }>`
    select document from invoices
    where company_id = ${scope.companyId} and document -> 'creditNotes' is not null
      and left(issued_day, 7) <> ${month}
      and ${after === undefined ? sql`true` : sql`id > ${after}`}
      and exists (
        select from jsonb_array_elements(document -> 'creditNotes') as note where left(note ->> 'day', 7) = ${month}
      )
    order by id limit ${limit}
  `.execute(db)
  return rows.map((row) => row.document)
}

/** Numbered invoices of a company since a moment of the server, canceled ones too. */
export async function listIssuedSince(db: Db, scope: CompanyScope, since: Instant): Promise<Invoice[]> {
  const { rows } = await sql<{ document: Invoice }>`
    select document from invoices
    where company_id = ${scope.companyId} and issued_day >= ${fiscalDayOf(since)}
      and (document -> 'receipt' ->> 'issuedAt')::timestamptz >= ${since}
  `.execute(db)
  return rows.map((row) => row.document)
}
