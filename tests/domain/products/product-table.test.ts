import { describe, expect, it } from 'vitest'
import { partitionProducts } from '#domain/products/partition-import.ts'
import type { Product } from '#domain/products/product.ts'
import {
  PRODUCT_COLUMNS,
  type ProductHeading,
  productCells,
  readProductHeading,
  validateProductRow,
} from '#domain/products/product-table.ts'
import { tsh } from '../example-invoice.ts'

function headingOf(cells: readonly string[]): ProductHeading {
  const heading = readProductHeading(cells)
  if (heading.kind !== 'heading') throw new Error(heading.kind)
  return heading
}

const sugar: Product = {
  id: 'p1',
  companyId: 'c1',
  rev: 1,
  name: 'Sukari, 1kg',
  unit: 'kg',
  unitPrice: tsh(3_200.5),
  taxType: 'zero_rated',
  active: true,
  sku: 'S-1',
  barcode: '6001240100707',
  category: 'Chakula',
}

describe('a file of products', () => {
  it('is read by its column names, and names the columns that mean nothing here', () => {
    const heading = headingOf(['Unit Price', 'NAME', 'Colour', 'bar_code'])
    expect(heading.indexes).toEqual({ unitPrice: 0, name: 1, barcode: 3 })
    expect(heading.ignored).toEqual(['Colour'])
    expect(readProductHeading(['name', 'sku'])).toEqual({ kind: 'missing-columns', columns: ['unitPrice'] })
  })

  it('gives back what was exported', () => {
    const row = validateProductRow(productCells(sugar), 2, headingOf(PRODUCT_COLUMNS))
    const { id: _, companyId: __, rev: ___, active: ____, ...product } = sugar
    expect(row).toEqual({ row: 2, product })
  })

  it('leaves alone what it has no column for, and says which rows are wrong', () => {
    const heading = headingOf(['name', 'unitPrice', 'barcode', 'taxType'])
    const read = validateProductRow(['Soda', '1,000', '', ''], 2, heading)
    expect(read).toEqual({
      row: 2,
      product: { name: 'Soda', unit: '', unitPrice: tsh(1_000), taxType: 'standard', barcode: '' },
    })
    expect(validateProductRow(['', '1.2.3', 'sabuni©', 'half'], 3, heading)).toEqual({
      errors: [
        'PRODUCT_NAME_REQUIRED',
        'PRODUCT_PRICE_INVALID',
        'PRODUCT_TAX_TYPE_REQUIRED',
        'PRODUCT_BARCODE_INVALID',
      ].map((code) => ({ row: 3, kind: 'field', code })),
    })
  })
})

it('sorts rows by barcode, SKU or name: new, changed, unchanged, repeated', () => {
  const rows = [
    ['Sukari, 1kg', '3200.50', 'kg', 'zero_rated', 'S-1', '6001240100707', 'Chakula'],
    ['Soda', '1000', '', '', '', '', ''],
    ['SODA', '1200', '', '', '', '', ''],
    ['Sabuni', '500', '', '', 'sb-1', '', ''],
  ].flatMap((cells, at) => {
    const read = validateProductRow(cells, at + 2, headingOf(PRODUCT_COLUMNS))
    return 'product' in read ? [read] : []
  })
  const soap: Product = { ...sugar, id: 'p2', name: 'Sabuni ya unga', sku: 'SB-1', barcode: '' }
  const sorted = partitionProducts(rows, [sugar, soap])
  expect(sorted.added.map(({ row }) => row)).toEqual([3])
  expect(sorted.updated.map(({ row, productId }) => [row, productId])).toEqual([[5, 'p2']])
  expect(sorted.unchanged).toBe(1)
  expect(sorted.repeated).toEqual([{ row: 4, kind: 'repeated', first: 3 }])
})
