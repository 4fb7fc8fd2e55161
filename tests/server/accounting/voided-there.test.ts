import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountingEntry } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { forgetIn, theirIdIn, voidIn } from './book-ledger.ts'
import { type Books, type Bookshop, bookedIn, canceled, receiptOf, startBooks } from './bookkeeping.ts'
import { collectionOf, paymentsIn, storeCollections } from './collecting.ts'
import { openWritingShop } from './start-writing.ts'

const TOTAL = 11_800

describe.each(ACCOUNTING_PROVIDERS)('%s: an invoice that a person voided or deleted there', (provider) => {
  let books: Books
  let shop: Bookshop
  let before: ReturnType<typeof bookedIn>
  beforeAll(async () => {
    books = await startBooks()
    shop = await openWritingShop(books, provider)
  })
  afterAll(async () => await books.stop())
  beforeEach(() => {
    before = bookedIn(books, provider)
  })

  const sale = (unpaid = true) =>
    receiptOf(shop.companyId, [[TOTAL, 1000, 'standard']], { customer: `Juma ${provider}`, unpaid })
  const sell = async (unpaid = true) => {
    const receipt = sale(unpaid)
    await shop.store(receipt)
    await shop.drain()
    return receipt
  }
  const entryOf = async (invoiceId: string) => {
    const { body } = await shop.call('accounting.log', { provider, only: 'all' })
    return (body as { entries: AccountingEntry[] }).entries.find((one) => one.invoiceId === invoiceId)
  }
  const settle = async (invoiceId: string, action: 'send-again' | 'leave-out') => {
    await shop.call('accounting.settle', { provider, invoiceId, action })
    await shop.drain()
  }
  const voids = (receipt: NumberedInvoice) =>
    voidIn(books, provider, theirIdIn(books, provider, receipt.receipt.rctvnum))
  const live = (receipt: NumberedInvoice) =>
    bookedIn(books, provider).numbers.filter((number) => number === receipt.receipt.rctvnum).length
  const asksThePerson = { state: 'attention', problem: 'changed', exact: 'voided' }

  test('money that is collected later finds it voided: it is not written once more before the person says so', async () => {
    const [kept, again] = [await sell(), await sell()]
    for (const receipt of [kept, again]) {
      voids(receipt)
      await storeCollections(books, shop, collectionOf(receipt, TOTAL))
    }
    await shop.drain()
    for (const receipt of [kept, again]) {
      expect(await entryOf(receipt.id)).toMatchObject(asksThePerson)
      expect(live(receipt)).toBe(0)
    }
    books.server.clock.advance(25 * 3_600_000)
    await shop.readBooks()
    await shop.drain()
    expect([live(kept), live(again)]).toEqual([0, 0])
    await settle(kept.id, 'leave-out')
    expect(await entryOf(kept.id)).toMatchObject({ state: 'left-out' })
    await settle(again.id, 'send-again')
    if (provider === 'quickbooks') {
      // A voided one keeps its number there.
      expect(await entryOf(again.id)).toMatchObject(asksThePerson)
      expect(forgetIn(books, provider, again.receipt.rctvnum)).toBe(true)
      await settle(again.id, 'send-again')
    }
    expect(await entryOf(again.id)).toMatchObject({ state: 'done' })
    expect([live(kept), live(again)]).toEqual([0, 1])
    const after = bookedIn(books, provider)
    expect([after.total - before.total, after.paid - before.paid]).toEqual([TOTAL, TOTAL])
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
  })

  test('it is paid there once more after it was deleted, and never with money that pays something else', async () => {
    const receipt = await sell(false)
    const paid = () =>
      paymentsIn(books, provider).flatMap(({ number, amount }) =>
        number === receipt.receipt.rctvnum ? [amount] : [],
      )
    const half = TOTAL / 2
    expect(paid()).toEqual([half, half])
    expect(forgetIn(books, provider, receipt.receipt.rctvnum)).toBe(true)
    await storeCollections(books, shop, collectionOf(receipt, 1))
    await shop.drain()
    expect(await entryOf(receipt.id)).toMatchObject(asksThePerson)
    await settle(receipt.id, 'send-again')
    expect(live(receipt)).toBe(1)
    if (provider === 'quickbooks') {
      // Its money is a credit of the customer: the person says what becomes of it.
      const { payments = [] } = books.quickbooks.companies[0] ?? {}
      const [cash, money] = payments.filter(({ note }) => note.startsWith(`${receipt.receipt.rctvnum}/`))
      for (const payment of [cash, money]) {
        expect(await entryOf(receipt.id)).toMatchObject({ state: 'attention', exact: 'payment', detail: '' })
        await settle(receipt.id, 'send-again')
        expect(await entryOf(receipt.id)).toMatchObject({ state: 'attention', exact: 'payment' })
        if (payment === cash)
          Object.assign(payment ?? {}, { invoice: theirIdIn(books, provider, receipt.receipt.rctvnum) })
        else Object.assign(payment ?? {}, { amount: 0 })
        await settle(receipt.id, 'send-again')
      }
    }
    expect(paid()).toEqual([half, half])
    // The shilling too much is refused as before.
    expect(await entryOf(receipt.id)).toMatchObject({ state: 'attention', problem: 'refused' })
    const { paid: inAll } = bookedIn(books, provider)
    expect(inAll - before.paid).toBe(TOTAL)
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
  })

  test('the answer was lost and the person voids it before we look: nothing is written', async () => {
    const receipt = sale()
    const simulator = provider === 'xero' ? books.xero : books.quickbooks
    const [method, path] = provider === 'xero' ? ['PUT', '/Invoices'] : ['POST', '/invoice']
    simulator.faults.push({ kind: 'drop-answer', times: 1, method, path })
    await shop.store(receipt)
    await shop.drain()
    expect(live(receipt)).toBe(1)
    voids(receipt)
    for (const minutes of [1, 8, 8]) {
      books.server.clock.advance(minutes * 60_000)
      await shop.drain()
      expect(live(receipt)).toBe(0)
    }
    expect(await entryOf(receipt.id)).toMatchObject(asksThePerson)
  })

  test('a receipt that is canceled here needs nothing more, however it was taken away there', async () => {
    const [voided, gone] = [await sell(), await sell()]
    voids(voided)
    // Xero deletes no invoice that counts.
    if (provider === 'quickbooks') expect(forgetIn(books, provider, gone.receipt.rctvnum)).toBe(true)
    for (const receipt of [voided, gone]) {
      await shop.store(canceled({ ...receipt, rev: 3 }))
      await shop.drain()
      expect(await entryOf(receipt.id)).toMatchObject({ state: 'done' })
      expect(live(receipt)).toBe(0)
    }
  })
})
