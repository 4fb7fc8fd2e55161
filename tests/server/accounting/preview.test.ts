import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Books, connect, openBookshop, organizationOf, receiptOf, startBooks } from './bookkeeping.ts'
import { mapAndStart } from './start-writing.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

test('the preview before the first writing counts and adds up every receipt, however many there are', async () => {
  const shop = await openBookshop(books, 'xero')
  await shop.store(
    ...Array.from({ length: 1003 }, () => receiptOf(shop.companyId, [[10_000, 1000, 'standard']])),
  )
  await connect(shop, 'xero', organizationOf(books, 'xero'))
  const preview = await mapAndStart(shop, 'xero')
  expect(preview).toMatchObject({ count: 1003, sum: 10_030_000, equal: true })
  expect(preview.samples).toHaveLength(3)
})
