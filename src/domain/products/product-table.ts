import { type ImportTable, normalizeHeading } from '../imports/import-table.ts'
import { amountText, parseMoney } from '../money/money-text.ts'
import { TAX_TYPES, type TaxType } from '../tax/tax-type.ts'
import { checkProduct, type ProductFields } from './check-product.ts'
import type { Product } from './product.ts'

/** The columns of a file of products, in the order they are written; read in any order. */
export const PRODUCT_COLUMNS = ['name', 'unitPrice', 'unit', 'taxType', 'sku', 'barcode', 'category'] as const

function readTaxType(text: string): TaxType | '' {
  if (text === '') return 'standard'
  return TAX_TYPES.find((type) => normalizeHeading(type) === normalizeHeading(text)) ?? ''
}

type Identity = Pick<ProductFields, 'barcode' | 'sku' | 'name'>

/** The codes of a product, the strongest first. */
function codesOf({ barcode = '', sku = '' }: Identity): string[] {
  return [
    ...(barcode === '' ? [] : [`barcode ${barcode}`]),
    ...(sku === '' ? [] : [`sku ${sku.toLowerCase()}`]),
  ]
}

const plainName = ({ name }: Identity) => `name ${name.toLowerCase()}`
const nameBesideCode = ({ name }: Identity) => `name beside a code ${name.toLowerCase()}`

/** What a product is found by: barcode, SKU, and its name, which is of a kind of its own beside a code. */
function identityKeys(product: Identity): string[] {
  const codes = codesOf(product)
  return [...codes, codes.length > 0 ? nameBesideCode(product) : plainName(product)]
}

/** Two products of one name with a code each are different goods: a name counts where one of the two has no code. */
function soughtKeys(row: Identity): string[] {
  const codes = codesOf(row)
  return [...codes, plainName(row), ...(codes.length > 0 ? [] : [nameBesideCode(row)])]
}

/** The fields of a product after a row about it: what the row says nothing about stays. */
function changedBy(
  { unit, taxType, sku, barcode, category }: Product,
  row: ProductFields,
  has: (column: string) => boolean,
): ProductFields {
  const kept = {
    unit,
    taxType,
    ...(sku === undefined ? {} : { sku }),
    ...(barcode === undefined ? {} : { barcode }),
    ...(category === undefined ? {} : { category }),
  }
  return { ...row, ...Object.fromEntries(Object.entries(kept).filter(([column]) => !has(column))) }
}

/** An empty detail is the same as none. */
function saysSame(row: ProductFields, product: Product): boolean {
  return PRODUCT_COLUMNS.every((column) => (row[column] ?? '') === (product[column] ?? ''))
}

/** How a file of products is read. */
export const PRODUCT_TABLE: ImportTable<ProductFields, Product> = {
  columns: PRODUCT_COLUMNS,
  required: ['name', 'unitPrice'],
  otherHeadings: {
    name: ['productname', 'product', 'item', 'itemname', 'description', 'jina', 'bidhaa', 'jinalabidhaa'],
    unitPrice: ['price', 'sellingprice', 'retailprice', 'saleprice', 'bei', 'beiyakuuza'],
    unit: ['uom', 'unitofmeasure', 'kipimo'],
    taxType: ['tax', 'vat', 'kodi'],
    sku: ['code', 'itemcode', 'productcode', 'reference'],
    barcode: ['ean', 'upc', 'gtin'],
    category: ['group', 'department', 'kundi', 'aina'],
  },
  read: (value) => {
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
    if (checked.ok) return { ok: true, fields: checked.value }
    return {
      ok: false,
      faults: checked.refusals.map(({ path, code }) => ({ kind: 'field', column: path, code })),
    }
  },
  keysOf: identityKeys,
  soughtKeys,
  ambiguousName: (row, key) => (key === nameBesideCode(row) ? row.name : undefined),
  compare: (read, [product], has) => {
    if (!product) return { kind: 'add' }
    const fields = changedBy(product, read, has)
    const { id, active } = product
    if (!active) return { kind: 'update', id, fields, activates: true }
    return saysSame(fields, product) ? { kind: 'same' } : { kind: 'update', id, fields }
  },
}

/**
 * A barcode as a spreadsheet leaves it: as a number it would lose the zeros in front, and from twelve digits on be written
 * as 6.00124E+12. `readBarcode` takes the spaces out again.
 */
function barcodeCell(barcode: string): string {
  return /^(?:0\d*|\d{12,})$/.test(barcode) ? barcode.replace(/\B(?=(?:\d{4})+$)/g, ' ') : barcode
}

/** A product as cells of the file. */
export function productCells(product: Product): string[] {
  const { sku = '', barcode = '', category = '', unitPrice } = product
  const written = {
    ...product,
    sku,
    barcode: barcodeCell(barcode),
    category,
    unitPrice: amountText(unitPrice, true).replaceAll(',', ''),
  }
  return PRODUCT_COLUMNS.map((column) => written[column])
}
