import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountingEntry } from '#contract/accounting-endpoints.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { balanceOf } from '#server/simulators/quickbooks/quickbooks-payments.ts'
import { voidIn } from './book-ledger.ts'
import { type Books, type Bookshop, receiptOf, refunded, startBooks } from './bookkeeping.ts'
import { collectionOf, storeCollections } from './collecting.ts'
import { openWritingShop } from './start-writing.ts'

const provider = 'quickbooks'
const TOTAL = 11_800

let books: Books
let shop: Bookshop
beforeAll(async () => {
  books = await startBooks()
  shop = await openWritingShop(books, provider)
  const [company] = books.quickbooks.companies
  if (!company) throw new Error('no books')
  company.ownNumbers = false
})
afterAll(async () => await books.stop())

const entryOf = async (invoiceId: string) => {
  const { body } = await shop.call('accounting.log', { provider, only: 'all' })
  return (body as { entries: AccountingEntry[] }).entries.find((one) => one.invoiceId === invoiceId)
}
const sendAgain = async ({ id }: NumberedInvoice) => {
  await shop.call('accounting.settle', { provider, invoiceId: id, action: 'send-again' })
  await shop.drain()
}
/** Its invoices, found by our note: the books give the numbers. */
const invoicesOf = ({ receipt }: NumberedInvoice) =>
  (books.quickbooks.companies[0]?.sales ?? []).filter(({ note }) =>
    note.includes(`risiti:${receipt.rctvnum} `),
  )
const live = (sale: NumberedInvoice) => invoicesOf(sale).filter(({ voided }) => !voided)

test('an invoice that is written once more beside the voided one is found again when its answer is lost', async () => {
  const sale = receiptOf(shop.companyId, [[TOTAL, 1000, 'standard']], { customer: 'Juma', unpaid: true })
  await shop.store(sale)
  await shop.drain()
  const [first] = live(sale)
  voidIn(books, provider, first?.id ?? '')
  await storeCollections(books, shop, collectionOf(sale, TOTAL))
  await shop.drain()
  expect(await entryOf(sale.id)).toMatchObject({ state: 'attention', exact: 'voided' })
  books.quickbooks.faults.push({ kind: 'drop-answer', times: 1, method: 'POST', path: '/invoice' })
  await sendAgain(sale)
  expect([live(sale).length, invoicesOf(sale).length]).toEqual([1, 2])
  books.server.clock.advance(60_000)
  await shop.drain()
  expect(await entryOf(sale.id)).toMatchObject({ state: 'done', number: live(sale)[0]?.number })
  await sendAgain(sale)
  expect([live(sale).length, invoicesOf(sale).length]).toEqual([1, 2])
  expect(books.quickbooks.violations).toEqual([])
})

test('a credit is applied to the invoice that was written once more, although the answer is lost', async () => {
  const sale = receiptOf(shop.companyId, [[TOTAL, 2000, 'standard']], { customer: 'Juma', unpaid: true })
  await shop.store(sale)
  await shop.drain()
  await shop.store(refunded((await shop.read(sale.id)) as NumberedInvoice, 1000, 1))
  await shop.drain()
  const due = () => {
    const [company, [invoice]] = [books.quickbooks.companies[0], live(sale)]
    return company && invoice && balanceOf(company, invoice)
  }
  expect(due()).toBe(TOTAL)
  voidIn(books, provider, live(sale)[0]?.id ?? '')
  await storeCollections(books, shop, collectionOf(sale, TOTAL))
  await shop.drain()
  expect(await entryOf(sale.id)).toMatchObject({ state: 'attention', exact: 'voided' })
  books.quickbooks.faults.push({ kind: 'drop-before', times: 1, method: 'POST', path: '/payment' })
  await sendAgain(sale)
  expect(due()).toBe(2 * TOTAL)
  books.server.clock.advance(60_000)
  await shop.drain()
  expect(await entryOf(sale.id)).toMatchObject({ state: 'done' })
  expect(due()).toBe(0)
  expect(books.quickbooks.violations).toEqual([])
})
