import { sql } from 'kysely'
import { parseFiscalDay, startOfDay } from '#domain/calendar/east-africa.ts'
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
