import type { Collection } from '#domain/collections/collection.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** What was collected for an invoice, canceled collections included; read it under the lock of the invoice. */
export async function listCollectionsOf(
  db: Db,
  scope: CompanyScope,
  invoiceId: string,
): Promise<Collection[]> {
  const rows = await db
    .selectFrom('collections')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('invoice_id', '=', invoiceId)
    .execute()
  return rows.map((row) => row.document)
}
