import type { Product } from '#domain/products/product.ts'
import type { Db } from '../../services/context.ts'
import { anyId } from '../row-values.ts'
import type { CompanyScope } from '../scope.ts'

/** The product under an id, locked until the transaction ends. */
export async function lockProduct(db: Db, scope: CompanyScope, id: string): Promise<Product | undefined> {
  const row = await db
    .selectFrom('products')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.document
}

/** Products by id, in no order; unknown and foreign ids are left out. */
export async function listProducts(db: Db, scope: CompanyScope, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => row.document)
}

/** Which of these ids are products of the company. */
export async function listExistingProductIds(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', anyId(ids))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Writes products as they are now. */
export async function upsertProducts(
  db: Db,
  scope: CompanyScope,
  products: readonly Product[],
  changedAt: string,
): Promise<void> {
  await db
    .insertInto('products')
    .values(
      products.map((product) => ({
        company_id: scope.companyId,
        id: product.id,
        rev: product.rev,
        document: JSON.stringify(product),
        changed_at: changedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'id']).doUpdateSet((excluded) => ({
        rev: excluded.ref('excluded.rev'),
        document: excluded.ref('excluded.document'),
        changed_at: excluded.ref('excluded.changed_at'),
      })),
    )
    .execute()
}
