import { amountText, parseMoney } from '../money/money-text.ts'
import { TAX_TYPES, type TaxType } from '../tax/tax-type.ts'
import { oneLine } from '../text/one-line.ts'
import { checkProduct, type ProductFields, type ProductRefusal } from './check-product.ts'
import type { Product } from './product.ts'

/** The columns of a file of products, in the order they are written; read in any order. */
export const PRODUCT_COLUMNS = ['name', 'unitPrice', 'unit', 'taxType', 'sku', 'barcode', 'category'] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]

/** Without these a row is no product; the other columns may be missing. */
const NEEDED = ['name', 'unitPrice'] as const satisfies readonly ProductColumn[]

export const MAX_PRODUCT_ROWS = 5_000

/** The index of each column that a file has, and the names of columns that mean nothing here. */
export type ProductHeading = {
  readonly kind: 'heading'
  readonly indexes: Readonly<Partial<Record<ProductColumn, number>>>
  readonly ignored: readonly string[]
}
export type ProductFileError =
  | { readonly kind: 'file-type' | 'no-rows' | 'too-large' | 'too-many-rows' }
  | { readonly kind: 'missing-columns'; readonly columns: readonly ProductColumn[] }

/** Why a row is refused. Rows are numbered as in a spreadsheet: the column names are row 1. */
export type ProductRowError = { readonly row: number } & (
  | { readonly kind: 'field'; readonly code: ProductRefusal }
  | { readonly kind: 'repeated'; readonly first: number }
)
export type ProductImportRow = { readonly row: number; readonly product: ProductFields }

const normalizeColumnName = (text: string) => text.replace(/[\s_\uFEFF-]/g, '').toLowerCase()

/** Reads the column names, in any order and capitalisation; columns of another program are ignored and named. */
export function readProductHeading(cells: readonly string[]): ProductHeading | ProductFileError {
  const names = cells.map(normalizeColumnName)
  const indexOf = (column: ProductColumn) => names.indexOf(normalizeColumnName(column))
  const missing = NEEDED.filter((column) => indexOf(column) < 0)
  if (missing.length > 0) return { kind: 'missing-columns', columns: missing }
  const found = PRODUCT_COLUMNS.filter((column) => indexOf(column) >= 0)
  const known = new Set(found.map(indexOf))
  return {
    kind: 'heading',
    indexes: Object.fromEntries(found.map((column) => [column, indexOf(column)])),
    ignored: cells.filter((cell, at) => !known.has(at) && cell.trim() !== ''),
  }
}

function readTaxType(text: string): TaxType | '' {
  if (text === '') return 'standard'
  return TAX_TYPES.find((type) => normalizeColumnName(type) === normalizeColumnName(text)) ?? ''
}

/** Validates a row by the rules of the product form: every refusal, or the product in stored form. */
export function validateProductRow(
  cells: readonly string[],
  row: number,
  { indexes }: ProductHeading,
): ProductImportRow | { readonly errors: readonly ProductRowError[] } {
  const value = (column: ProductColumn): string | undefined => {
    const at = indexes[column]
    // The apostrophe keeps a spreadsheet from calculating a cell: an exported file is imported unchanged.
    return at === undefined ? undefined : oneLine(cells[at] ?? '').replace(/^'(?=[=+\-@\t\r])/, '')
  }
  const [sku, barcode, category] = [value('sku'), value('barcode'), value('category')]
  const checked = checkProduct({
    name: value('name') ?? '',
    unit: value('unit') ?? '',
    unitPrice: parseMoney(value('unitPrice') ?? ''),
    taxType: readTaxType(value('taxType') ?? ''),
    ...(sku === undefined ? {} : { sku }),
    ...(barcode === undefined ? {} : { barcode }),
    ...(category === undefined ? {} : { category }),
  })
  if (checked.ok) return { row, product: checked.value }
  return { errors: checked.refusals.map(({ code }) => ({ row, kind: 'field', code })) }
}

/** A product as cells of the file. */
export function productCells(product: Product): string[] {
  const { sku = '', barcode = '', category = '', unitPrice } = product
  const written = {
    ...product,
    sku,
    barcode,
    category,
    unitPrice: amountText(unitPrice, true).replaceAll(',', ''),
  }
  return PRODUCT_COLUMNS.map((column) => written[column])
}
