import { sql } from 'kysely'
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
        // The plan was made for other collections.
        .where(
          sql<boolean>`d.seen_collections <> (select sum(c.rev) from collections c
            where c.company_id = ${companyId} and c.invoice_id = k.invoice_id)`,
        ),
    )
    .orderBy('i.sale_at')
    .orderBy('i.id')
    .limit(limit)
    .execute()
  return rows.map(({ document }) => document)
}
