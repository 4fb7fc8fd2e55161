import type { ProductFields } from './check-product.ts'
import type { Product } from './product.ts'
import type { ProductImportRow, ProductRowError } from './product-table.ts'

/** The rows of a file compared with the price list. */
export type PartitionedProducts = {
  readonly added: readonly ProductImportRow[]
  /** Rows about a product of the price list that say something else about it. */
  readonly updated: readonly (ProductImportRow & { readonly productId: string })[]
  /** Rows that say what the price list says: importing a file twice changes nothing. */
  readonly unchanged: number
  /** Rows about the same product as one above them. */
  readonly repeated: readonly ProductRowError[]
}

/** What a product is recognized by, the strongest first: barcode, SKU, name. */
function identityKeys({ barcode = '', sku = '', name }: Pick<Product, 'barcode' | 'sku' | 'name'>): string[] {
  return [
    ...(barcode === '' ? [] : [`barcode ${barcode}`]),
    ...(sku === '' ? [] : [`sku ${sku.toLowerCase()}`]),
    `name ${name.toLowerCase()}`,
  ]
}

/** A column that a file does not have changes nothing, and an empty detail is the same as none. */
function saysSame(row: ProductFields, product: Product): boolean {
  const { name, unit, unitPrice, taxType, sku, barcode, category } = row
  const sameDetail = (written: string | undefined, kept = '') => written === undefined || written === kept
  return (
    name === product.name &&
    unit === product.unit &&
    unitPrice === product.unitPrice &&
    taxType === product.taxType &&
    sameDetail(sku, product.sku) &&
    sameDetail(barcode, product.barcode) &&
    sameDetail(category, product.category)
  )
}

/** Sorts the rows of a file: new products, changed ones, unchanged ones, and repeated rows. */
export function partitionProducts(
  rows: readonly ProductImportRow[],
  known: Iterable<Product>,
): PartitionedProducts {
  const products = new Map<string, Product>()
  for (const product of known)
    for (const key of identityKeys(product)) if (!products.has(key)) products.set(key, product)
  const firstRows = new Map<string, number>()
  const added: ProductImportRow[] = []
  const updated: (ProductImportRow & { productId: string })[] = []
  const repeated: ProductRowError[] = []
  let unchanged = 0
  for (const { row, product } of rows) {
    const keys = identityKeys(product)
    const existing = keys.flatMap((key) => products.get(key) ?? [])[0]
    const own = existing === undefined ? keys : [...keys, existing.id]
    const first = own.flatMap((key) => firstRows.get(key) ?? [])[0]
    for (const key of own) if (!firstRows.has(key)) firstRows.set(key, row)
    if (first !== undefined) repeated.push({ row, kind: 'repeated', first })
    else if (existing === undefined) added.push({ row, product })
    else if (saysSame(product, existing)) unchanged += 1
    else updated.push({ row, product, productId: existing.id })
  }
  return { added, updated, unchanged, repeated }
}
