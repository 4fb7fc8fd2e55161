import { type RawBuilder, sql } from 'kysely'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Db } from '../schema.ts'
import { changedIds } from './changed-rows.ts'
import type { ConnectionScope } from './documents.ts'

/** Planned receipts whose collections are not those of the plan: money came, or was entered by mistake. */
export async function listNewlyCollected(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  { plannedUpTo, limit }: { readonly plannedUpTo: number; readonly limit: number },
): Promise<Invoice[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .select('i.document')
    .where('i.company_id', '=', companyId)
    .where('i.id', 'in', (changed) =>
      changed
        .selectFrom('collections as k')
        .innerJoin('accounting_documents as d', (join) =>
          join.onRef('d.invoice_id', '=', 'k.invoice_id').onRef('d.company_id', '=', 'k.company_id'),
        )
        .select('k.invoice_id')
        .where('k.company_id', '=', companyId)
        .where('d.company_id', '=', companyId)
        .where('d.connection_id', '=', connectionId)
        .where('k.id', 'in', changedIds('collection', companyId, plannedUpTo))
        .where(collectionsDiffer(companyId)),
    )
    .orderBy('i.sale_at')
    .orderBy('i.id')
    .limit(limit)
    .execute()
  return rows.map(({ document }) => document)
}

/** Whether the plan `d` of the invoice of a collection `k` of a company (its id, or the column with it) was made for others. */
export function collectionsDiffer(company: string | RawBuilder<unknown>) {
  return sql<boolean>`d.seen_collections <> (select sum(c.rev) from collections c
    where c.company_id = ${company} and c.invoice_id = k.invoice_id)`
}
