import { type RawBuilder, sql } from 'kysely'
import type { CompanyScope } from '../scope.ts'

/**
 * Whether an invoice of the query is owed: numbered, standing, and not covered by what was paid at the sale, refunded
 * and collected (`stillOwed` in the domain). Each document is unpacked once; the status, which is cheap, comes first.
 */
export function isUnpaid({ companyId }: CompanyScope): RawBuilder<boolean> {
  return sql<boolean>`(invoices.status in ('submitted', 'issued') and exists (
    select from jsonb_to_record(invoices.document) as sold (totals jsonb, payments jsonb, "creditNotes" jsonb)
    where (sold.totals->>'totalIncludingTax')::bigint > (
      select coalesce(sum((payment->>'amount')::bigint), 0) from jsonb_array_elements(sold.payments) payment
    ) + (
      select coalesce(sum((note->>'total')::bigint), 0)
      from jsonb_array_elements(coalesce(sold."creditNotes", '[]')) note
    ) + (
      select coalesce(sum((collections.document->>'amount')::bigint), 0) from collections
      where collections.company_id = ${companyId} and collections.invoice_id = invoices.id
        and not (collections.document->>'canceled')::boolean
    )
  ))`
}
