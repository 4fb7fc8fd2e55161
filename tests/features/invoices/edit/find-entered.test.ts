import { beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { productRow } from '#data/products.ts'
import type { Product } from '#domain/products/product.ts'
import { findEntered } from '#features/invoices/edit/find-entered.ts'
import { numberedId, testPorts } from '../../../data/records.ts'
import { tsh } from '../../../domain/example-invoice.ts'

let db: AccountDatabase

function aProduct(n: number, parts: Partial<Product>): Product {
  const rest = { companyId: numberedId(99), rev: 1, unit: '', unitPrice: tsh(500), active: true } as const
  return { id: numberedId(n), ...rest, name: `Bidhaa ${n}`, taxType: 'standard', ...parts }
}

beforeAll(async () => {
  db = await openAccountDatabase('find-entered', testPorts())
  const products = [
    aProduct(1, { name: 'Maji', barcode: '6001240100707' }),
    aProduct(2, { name: 'Lebo', barcode: '5X1234567' }),
    aProduct(3, { name: 'Lebo ndogo', barcode: '1234567' }),
    aProduct(4, { name: 'Chumvi', sku: '3x654321' }),
  ]
  await db.products.bulkAdd(products.map((product) => productRow(product, { kind: 'none' } as const)))
})

async function entered(typed: string, burst?: string) {
  const { wanted, found } = await findEntered(
    db,
    typed,
    burst === undefined ? undefined : { text: burst, at: 0 },
  )
  return [wanted.text, wanted.quantity, found.map(({ name }) => name)]
}

it('a known label that reads like a count is that label, with a scanner or by hand', async () => {
  expect(await entered('5X1234567')).toEqual(['5X1234567', undefined, ['Lebo']])
  expect(await entered('3x654321')).toEqual(['3x654321', undefined, ['Chumvi']])
})

it('an unknown label that a scanner typed finds nothing, and above all not several of other goods', async () => {
  expect(await entered('6X1234567', '6X1234567')).toEqual(['6X1234567', undefined, []])
})

it('a count before a code or a name stays a count', async () => {
  expect(await entered('6x1234567')).toEqual(['1234567', 6000, ['Lebo ndogo']])
  expect(await entered('3x6001240100707', '6001240100707')).toEqual(['6001240100707', 3000, ['Maji']])
  expect(await entered('2*chumvi', '2*chumvi')).toEqual(['chumvi', 2000, ['Chumvi']])
})
