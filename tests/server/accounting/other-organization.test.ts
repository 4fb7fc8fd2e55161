import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import {
  type Books,
  bookedIn,
  connect,
  openBookshop,
  organizationOf,
  receiptOf,
  startBooks,
} from './bookkeeping.ts'
import { openPulling } from './pulling.ts'
import { connectionOf, mapAndStart } from './start-writing.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

describe.each(ACCOUNTING_PROVIDERS)('%s: another organization than the first one', (provider) => {
  test('is connected while nothing was written to the first one, and gets every receipt', async () => {
    const [first, real] = [organizationOf(books, provider, 0), organizationOf(books, provider, 1)]
    const shop = await openBookshop(books, provider)
    const sale = receiptOf(shop.companyId, [[10_000, 1000, 'standard']])
    await shop.store(sale)
    await connect(shop, provider, first)
    await mapAndStart(shop, provider)
    // Every request is lost: the receipt is planned, and never arrives.
    const simulator = provider === 'xero' ? books.xero : books.quickbooks
    simulator.faults.push({ kind: 'drop-before', times: 1_000 })
    await shop.drain()
    simulator.faults.splice(0)
    expect(await connectionOf(shop, provider)).toMatchObject({ counts: { waiting: 1 } })
    await shop.call('accounting.disconnect', { provider })
    expect((await connect(shop, provider, real)).body).toEqual({ provider })
    expect(await connectionOf(shop, provider)).toMatchObject({
      ...{ state: 'active', since: null, mapped: false, pullFrom: null },
      counts: { waiting: 0, done: 0, attention: 0 },
    })
    await mapAndStart(shop, provider)
    await shop.drain()
    expect(bookedIn(books, provider, 1).numbers).toEqual([sale.receipt.rctvnum])
    expect(bookedIn(books, provider, 0).numbers).toEqual([])

    // Now something was written: it stays this one, and a person can leave what was chosen by mistake.
    await shop.call('accounting.disconnect', { provider })
    expect(await connect(shop, provider, first)).toMatchObject({
      status: 409,
      body: { code: 'ACC_OTHER_ORGANIZATION' },
    })
    expect((await shop.call('accounting.disconnect', { provider })).status).toBe(200)
    expect((await connect(shop, provider, real)).body).toEqual({ provider })
    expect(await connectionOf(shop, provider)).toMatchObject({ state: 'active', counts: { done: 1 } })
    await shop.call('accounting.disconnect', { provider })
  })

  test('is not connected after a draft was taken from the first one', async () => {
    const { shop, person, sendMessages, sugar } = await openPulling(books, provider)
    person().forgets()
    person().writes(sugar)
    await sendMessages()
    await shop.call('accounting.disconnect', { provider })
    expect(await connect(shop, provider, organizationOf(books, provider, 1))).toMatchObject({
      status: 409,
      body: { code: 'ACC_OTHER_ORGANIZATION' },
    })
    await shop.call('accounting.disconnect', { provider })
  })
})
