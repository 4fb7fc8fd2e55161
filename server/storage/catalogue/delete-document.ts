import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/**
 * Marks a customer or product as deleted. Its numbers are free for another one; a later edit by a phone that did not know
 * brings it back. Gives its new revision, `undefined` when there is none that is not deleted.
 */
export async function deleteDocument(
  db: Db,
  scope: CompanyScope,
  table: 'customers' | 'products',
  id: string,
  at: string,
): Promise<number | undefined> {
  const numbers =
    table === 'customers' ? sql`, identification_number = '', vat_registration_number = ''` : sql``
  const { rows } = await sql<{ rev: number }>`
    update ${sql.table(table)}
    set deleted_at = ${at}, changed_at = ${at}, rev = rev + 1,
      document = jsonb_set(document, '{rev}', to_jsonb(rev + 1)) ${numbers}
    where company_id = ${scope.companyId} and id = ${id} and deleted_at is null
    returning rev
  `.execute(db)
  return rows[0]?.rev
}

/** Whether numbered receipts of the company were for a customer, or of a product: canceled ones too. */
export async function hasReceipts(
  db: Db,
  scope: CompanyScope,
  kind: 'month-customer' | 'month-product',
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('aggregates')
    .select('period')
    .where('company_id', '=', scope.companyId)
    .where('kind', '=', kind)
    .where('key', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
