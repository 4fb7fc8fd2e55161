import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { Product } from '#domain/products/product.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText, nameKeys } from './fold-text.ts'
import type { ProductRow } from './rows.ts'
import { CATEGORY_KEY, FAVOURITE_KEY, INACTIVE_KEY, isOffered, listByName } from './search-rows.ts'

/** The only constructor of rows, so that search keys always match the record. */
export function productRow(product: Product, pending: PendingWork, usedAt?: number): ProductRow {
  return {
    ...product,
    pending,
    nameKey: foldText(product.name),
    keys: [
      ...new Set([
        ...nameKeys(product.name),
        ...[product.sku, product.barcode].map((code) => foldText(code ?? '')).filter(Boolean),
        ...(product.category ? [...nameKeys(product.category), CATEGORY_KEY + product.category] : []),
        ...(product.favourite ? [FAVOURITE_KEY] : []),
        ...(product.active ? [] : [INACTIVE_KEY]),
      ]),
    ],
    ...(usedAt === undefined ? {} : { usedAt }),
  }
}

/** The product without the fields that this phone derives. */
export function productFromRow(row: ProductRow): Product {
  const { pending: _, nameKey: __, keys: ___, usedAt: ____, ...product } = row
  return product
}

export function findProduct(db: AccountDatabase, id: string): Promise<ProductRow | undefined> {
  return db.run(() => db.products.get(id))
}

/** Products on the latest invoices of this phone. */
export async function listRecentProducts(db: AccountDatabase, limit: number): Promise<ProductRow[]> {
  const rows = await db.run(() =>
    db.products
      .orderBy('usedAt')
      .reverse()
      .limit(limit * 2)
      .toArray(),
  )
  return rows.filter(isOffered).slice(0, limit)
}

/** Products by name; `after` is the `pageKey` of the last row seen. */
export function listProducts(
  db: AccountDatabase,
  page: { readonly after?: string; readonly limit: number },
): Promise<ProductRow[]> {
  return db.run(() => listByName(db.products, page))
}
