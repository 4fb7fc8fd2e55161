import { MAX_IMPORT_BYTES } from '#domain/customers/customer-table.ts'
import {
  MAX_PRODUCT_ROWS,
  type ProductFileError,
  type ProductImportRow,
  type ProductRowError,
  readProductHeading,
  validateProductRow,
} from '#domain/products/product-table.ts'
import { readCsvTable } from './read-csv-table.ts'

export type ReadProducts =
  | { readonly kind: 'refused'; readonly error: ProductFileError }
  | {
      readonly kind: 'read'
      readonly rows: readonly ProductImportRow[]
      readonly errors: readonly ProductRowError[]
      /** Names of columns that were not read. */
      readonly ignored: readonly string[]
    }

/** Reads a file of products (CSV with commas, semicolons or tabs) and validates every row. */
export async function readProductFile(file: Blob): Promise<ReadProducts> {
  if (file.size > MAX_IMPORT_BYTES) return { kind: 'refused', error: { kind: 'too-large' } }
  const table = await readCsvTable(file, readProductHeading, ({ kind }) => kind === 'heading')
  if (!table) return { kind: 'refused', error: { kind: 'file-type' } }
  const { heading, lines } = table
  if (heading.kind !== 'heading') return { kind: 'refused', error: heading }
  if (lines.length === 0) return { kind: 'refused', error: { kind: 'no-rows' } }
  if (lines.length > MAX_PRODUCT_ROWS) return { kind: 'refused', error: { kind: 'too-many-rows' } }
  const validated = lines.map(({ cells, row }) => validateProductRow(cells, row, heading))
  return {
    kind: 'read',
    rows: validated.flatMap((found) => ('product' in found ? [found] : [])),
    errors: validated.flatMap((found) => ('errors' in found ? found.errors : [])),
    ignored: heading.ignored,
  }
}
