import { expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { guessMapping } from '#domain/imports/import-table.ts'
import { RowJudge, readFileRow } from '#domain/imports/judge-rows.ts'
import type { Product } from '#domain/products/product.ts'
import { PRODUCT_COLUMNS, PRODUCT_TABLE, productCells } from '#domain/products/product-table.ts'
import { tsh } from '../example-invoice.ts'

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

function judgeProduct(cells: readonly string[], known: readonly Product[], headings = PRODUCT_COLUMNS) {
  const mapping = guessMapping(PRODUCT_TABLE, headings)
  const read = readFileRow(PRODUCT_TABLE, cells, {
    mapping,
    width: headings.length,
    today: '2026-11-22' as FiscalDay,
  })
  return new RowJudge(PRODUCT_TABLE, mapping, known).judge({ row: 2, cells }, read)
}

it('an empty cell changes nothing of a product: its tax type and its codes stay', () => {
  const { id: _, companyId: __, rev: ___, active: ____, ...fields } = sugar
  expect(judgeProduct(['Sukari, 1kg', '3500', '', '', 'S-1', '', ' '], [sugar])).toMatchObject({
    kind: 'update',
    id: 'p1',
    fields: { ...fields, unitPrice: tsh(3_500) },
  })
  expect(judgeProduct(['Sukari, 1kg', '3200.50', '', '', '', '', ''], [sugar])).toMatchObject({
    kind: 'same',
  })
  const sold = { ...sugar, active: false }
  expect(judgeProduct(['Sukari, 1kg', '3200.50', '', '', '', '', ''], [sold])).toMatchObject({
    kind: 'update',
    activates: true,
    fields,
  })
})

it('a new product has the standard tax type where its cell is empty', () => {
  expect(judgeProduct(['Soda', '1000', '', '', '', '', ''], [sugar])).toMatchObject({
    kind: 'add',
    fields: { taxType: 'standard', sku: '', barcode: '' },
  })
})

it.each([
  ['6.00124E+12', 'barcode'],
  ['6,00124E+12', 'barcode'],
  ['6E+12', 'sku'],
])('%s is a number that a spreadsheet has shortened, and no %s', (number, column) => {
  const cells = PRODUCT_COLUMNS.map((name) =>
    name === column ? number : name === 'name' ? 'Soda' : name === 'unitPrice' ? '1000' : '',
  )
  expect(judgeProduct(cells, [])).toMatchObject({ kind: 'bad', faults: [{ kind: 'shortened', column }] })
})

it.each(['6001240100707', '0012345678905', '96385074', '001234', '12345', 'A-0012', ''])(
  'the barcode %s of an export stays as it is in a spreadsheet, and is imported unchanged',
  (barcode) => {
    const product = { ...sugar, sku: '', barcode }
    const cells = productCells(product)
    // A spreadsheet reads digits as a number: it drops zeros in front, and shortens twelve digits and more.
    const opened = cells.map((cell) => {
      if (!/^\d+$/.test(cell)) return cell
      return cell.length < 12 ? String(Number(cell)) : Number(cell).toExponential(5).toUpperCase()
    })
    expect(judgeProduct(opened, [product])).toMatchObject({ kind: 'same' })
  },
)

it('a row that has only a name changes the price of none of several goods of that name', () => {
  const small: Product = { ...sugar, id: 'p2', name: 'Maji', sku: '', barcode: '6009880800012' }
  const large: Product = { ...small, id: 'p3', barcode: '6009880800029' }
  const row = ['maji', '900', '', '', '', '', '']
  expect(judgeProduct(row, [small, large])).toMatchObject({
    kind: 'bad',
    faults: [{ kind: 'ambiguous', name: 'maji' }],
  })
  expect(judgeProduct(row, [small, { ...large, active: false }])).toMatchObject({ kind: 'update', id: 'p2' })
  const coded = ['Maji', '900', '', '', '', '6009880800029', '']
  expect(judgeProduct(coded, [small, large])).toMatchObject({ kind: 'update', id: 'p3' })
  const without = { ...small, id: 'p4', barcode: '' }
  expect(judgeProduct(row, [small, large, without])).toMatchObject({ kind: 'update', id: 'p4' })
})
