import { beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { listSoldMost } from '#data/most-sold.ts'
import { findByBarcode, listFavourites, listProductCategories, searchProducts } from '#data/product-search.ts'
import { productRow } from '#data/products.ts'
import { parseFiscalDay } from '#domain/calendar/east-africa.ts'
import type { Product } from '#domain/products/product.ts'
import { tsh } from '../domain/example-invoice.ts'
import { numberedId, testPorts } from './records.ts'

let db: AccountDatabase
const none = { kind: 'none' } as const

function aProduct(n: number, parts: Partial<Product>): Product {
  const id = numberedId(n)
  const rest = {
    companyId: numberedId(99),
    rev: 1,
    unit: '',
    unitPrice: tsh(500),
    taxType: 'standard',
  } as const
  return { id, ...rest, name: `Bidhaa ${n}`, active: true, ...parts }
}

beforeAll(async () => {
  db = await openAccountDatabase('product-search', testPorts())
  await db.products.bulkAdd(
    [
      aProduct(1, { name: 'Maji ya Kilimanjaro', barcode: '6001240100707', category: 'Vinywaji' }),
      aProduct(2, { name: 'Soda', sku: 'SD-300', category: 'Vinywaji', favourite: true }),
      aProduct(3, { name: 'Sabuni ya unga', barcode: '0036000291452', category: 'Sabuni' }),
      aProduct(4, { name: 'Soda ya zamani', barcode: '6001240100707', favourite: true, active: false }),
    ].map((product) => productRow(product, none)),
  )
})

it.each([
  ['kili', ['Maji ya Kilimanjaro']],
  ['vinyw', ['Maji ya Kilimanjaro', 'Soda']],
  ['sd-300', ['Soda']],
  ['6001240', ['Maji ya Kilimanjaro']],
  ['a', []],
])('%j finds %j: by name, by category, SKU and barcode', async (text, names) => {
  expect((await searchProducts(db, text, 10)).map(({ name }) => name)).toEqual(names)
})

it('lists below what begins with a text those inside which it was found, without what is not sold (spec §4)', async () => {
  const inside = [3, 4, 2, 1].map(numberedId)
  const names = (await searchProducts(db, 'so', 3, inside)).map(({ name }) => name)
  expect(names).toEqual(['Soda', 'Sabuni ya unga', 'Maji ya Kilimanjaro'])
})

it('finds the whole code only, an American one by its twelve digits too, and an active product first', async () => {
  const names = async (code: string) => (await findByBarcode(db, code)).map(({ name }) => name)
  expect(await names('036000291452')).toEqual(['Sabuni ya unga'])
  expect(await names('0036000291452')).toEqual(['Sabuni ya unga'])
  expect(await names('00360002914')).toEqual([])
  expect(await names('6001240100707')).toEqual(['Maji ya Kilimanjaro', 'Soda ya zamani'])
})

it('gives the active favourites, and each category once', async () => {
  expect((await listFavourites(db)).map(({ name }) => name)).toEqual(['Soda'])
  expect(await listProductCategories(db)).toEqual(['Sabuni', 'Vinywaji'])
})

it('gives what was on most lines of this month and the one before, without what is not sold any more', async () => {
  const figures = { gross: tsh(1), net: tsh(1), vat: tsh(0), discount: tsh(0), quantity: 1, canceledCount: 0 }
  const total = (n: number, period: string, product: number, count: number) => ({
    ...{ id: numberedId(n), companyId: numberedId(99), rev: 1, kind: 'month-product' as const, period },
    ...{ key: numberedId(product), count, ...figures, canceledGross: tsh(0), perLetter: {}, perPayment: {} },
    ...{ refundedCount: 0, refundedGross: tsh(0), refundedVat: tsh(0) },
  })
  await db.aggregates.bulkAdd([
    total(11, '2026-11', 1, 3),
    total(12, '2026-10', 3, 2),
    total(13, '2026-11', 3, 2),
    total(14, '2026-11', 4, 50),
    total(15, '2026-08', 2, 90),
  ])
  const today = parseFiscalDay('2026-11-23')
  if (!today) throw new Error('a day')
  const names = (await listSoldMost(db, today, 10)).map(({ name }) => name)
  expect(names).toEqual(['Sabuni ya unga', 'Maji ya Kilimanjaro'])
})
