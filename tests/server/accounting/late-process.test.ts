import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountingEntry } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import type { AccountingGateway } from '#server/gateways/accounting/gateway.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { type Books, type Bookshop, canceled, receiptOf, startBooks } from './bookkeeping.ts'
import { collectionOf, paymentsIn, storeCollections } from './collecting.ts'
import { openWritingShop } from './start-writing.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

/** Longer than a service remembers a key, and than a look-up waits for. */
const ASLEEP_MS = 10 * 60_000

describe.each(ACCOUNTING_PROVIDERS)('%s: a process that falls asleep while it sends', (provider) => {
  let shop: Bookshop
  beforeAll(async () => {
    shop = await openWritingShop(books, provider)
  })

  /** Drains; the first payment leaves only after `meanwhile`, which others do while this process sleeps. */
  const drainAsleep = async (meanwhile: () => Promise<void>) => {
    let slept = false
    const asleep = books.gateways.map(
      (gateway): AccountingGateway => ({
        ...gateway,
        write: async (...call) => {
          if (call[1].kind === 'payment' && !slept) {
            slept = true
            books.server.clock.advance(ASLEEP_MS)
            await meanwhile()
          }
          return await gateway.write(...call)
        },
      }),
    )
    const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
    await drainConnection(books.server.services, asleep, scope)
    expect(slept).toBe(true)
  }
  const paid = (code: string) =>
    paymentsIn(books, provider)
      .filter(({ number }) => number === code)
      .map(({ amount }) => amount)
  const stateOf = async (invoiceId: string) => {
    const { body } = await shop.call('accounting.log', { provider, only: 'all' })
    const { entries } = body as { entries: AccountingEntry[] }
    return entries.find((entry) => entry.invoiceId === invoiceId)?.state
  }
  const soldOnCredit = async () => {
    const sale = receiptOf(shop.companyId, [[118_000, 1000, 'standard']], { unpaid: true })
    await shop.store(sale)
    await shop.drain()
    return sale
  }

  test('pays a part once, although another process paid it meanwhile', async () => {
    const sale = await soldOnCredit()
    await storeCollections(books, shop, collectionOf(sale, 30_000))
    await drainAsleep(shop.drain)
    await shop.drain()
    expect([paid(sale.receipt.rctvnum), await stateOf(sale.id)]).toEqual([[30_000], 'done'])
    await storeCollections(books, shop, collectionOf(sale, 88_000))
    await shop.drain()
    expect([paid(sale.receipt.rctvnum), await stateOf(sale.id)]).toEqual([[30_000, 88_000], 'done'])
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
  })

  test('leaves no payment behind when the receipt is canceled afterwards', async () => {
    const sale = await soldOnCredit()
    await storeCollections(books, shop, collectionOf(sale, 30_000))
    await drainAsleep(shop.drain)
    await shop.store(canceled({ ...sale, rev: 2 }))
    await shop.drain()
    expect([paid(sale.receipt.rctvnum), await stateOf(sale.id)]).toEqual([[], 'done'])
  })
})
