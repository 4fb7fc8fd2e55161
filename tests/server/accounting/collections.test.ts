import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountingEntry } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import { parseFiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { listConnectionsToDrain } from '#server/storage/accounting/due-connections.ts'
import { getLastChangeId } from '#server/storage/sync/changes.ts'
import { type Books, type Bookshop, bookedIn, canceled, receiptOf, startBooks } from './bookkeeping.ts'
import { collectionOf, dropPaymentsIn, paymentsIn, storeCollections, takenBack } from './collecting.ts'
import { openWritingShop } from './start-writing.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

describe.each(ACCOUNTING_PROVIDERS)('%s: money that is collected later (design D21)', (provider) => {
  const simulator = () => (provider === 'xero' ? books.xero : books.quickbooks)
  let shop: Bookshop
  beforeAll(async () => {
    shop = await openWritingShop(books, provider)
  })
  beforeEach(() => {
    simulator().faults.splice(0)
  })

  const onCredit = async (): Promise<NumberedInvoice> => {
    const sale = receiptOf(shop.companyId, [[118_000, 1000, 'standard']], {
      ...{ unpaid: true, customer: 'Neema Traders' },
    })
    await shop.store(sale)
    await shop.drain()
    return sale
  }
  const isDue = async (): Promise<boolean> =>
    (await listConnectionsToDrain(books.server.services.db, toInstant(books.server.clock.now()))).includes(
      await shop.connectionId(),
    )
  const store = async (...collections: Parameters<typeof takenBack>[0][]) =>
    await storeCollections(books, shop, ...collections)
  const paidFor = ({ receipt }: NumberedInvoice) =>
    paymentsIn(books, provider)
      .filter(({ number }) => number === receipt.rctvnum)
      .map(({ account, amount }) => [account, amount])
  const logOf = async (sale: NumberedInvoice) => {
    const { body } = await shop.call('accounting.log', { provider, only: 'all' })
    return (body as { entries: AccountingEntry[] }).entries.find(({ invoiceId }) => invoiceId === sale.id)
  }
  const lookedUpTo = async (change: number | null) =>
    await books.server.services.db
      .updateTable('accounting_connections')
      .set({ planned_up_to: change })
      .where('company_id', '=', shop.companyId)
      .execute()
  const drainLong = async () => {
    for (let round = 0; round < 12; round += 1) {
      await shop.drain()
      books.server.clock.advance(121_000)
    }
  }
  const till = provider === 'xero' ? 'Cash till' : 'Cash on hand'

  test('is a payment for each part, once, whatever answers are lost', async () => {
    const sale = await onCredit()
    expect([paidFor(sale), await isDue()]).toEqual([[], false])
    await store(collectionOf(sale, 30_000))
    expect(await isDue()).toBe(true)
    simulator().faults.push({ kind: 'drop-answer', times: 2, path: '/payment' })
    await drainLong()
    expect([paidFor(sale), await isDue()]).toEqual([[['M-Pesa', 30_000]], false])
    const [second, third] = [collectionOf(sale, 30_000), collectionOf(sale, 58_000, 'cash')]
    await store(second, third)
    await drainLong()
    expect(paidFor(sale)).toEqual([
      ['M-Pesa', 30_000],
      ['M-Pesa', 30_000],
      [till, 58_000],
    ])
    expect(await logOf(sale)).toMatchObject({ state: 'done', problem: null })
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
  })

  test('is taken back when it was entered by mistake, and the right one follows', async () => {
    const sale = await onCredit()
    const mistake = collectionOf(sale, 118_000)
    await store(mistake)
    await shop.drain()
    const never = collectionOf(sale, 1_000)
    await store(takenBack(mistake), takenBack(never), collectionOf(sale, 118_000, 'cash'))
    simulator().faults.push({ kind: 'drop-answer', times: 2, path: '/payment' })
    await drainLong()
    expect(paidFor(sale)).toEqual([[till, 118_000]])
    expect(await logOf(sale)).toMatchObject({ state: 'done' })
  })

  test('needs a person when the books hold the money already, and says why', async () => {
    const sale = await onCredit()
    const collection = collectionOf(sale, 118_000)
    await store(collection)
    await shop.drain()
    await store(collectionOf(sale, 1_000))
    await shop.drain()
    const entry = await logOf(sale)
    expect(entry).toMatchObject({ state: 'attention', problem: 'refused' })
    expect(entry?.detail).toMatch(/outstanding|balance/)
    expect(paidFor(sale)).toEqual([['M-Pesa', 118_000]])
  })

  test('is gone in both when a person has taken it back there first', async () => {
    const sale = await onCredit()
    const collection = collectionOf(sale, 118_000)
    await store(collection)
    await shop.drain()
    dropPaymentsIn(books, provider, sale.receipt.rctvnum)
    await store(takenBack(collection))
    await shop.drain()
    expect(await logOf(sale)).toMatchObject({ state: 'done' })
    expect(paidFor(sale)).toEqual([])
  })

  test('goes with the receipt when that is canceled', async () => {
    const sale = await onCredit()
    await store(collectionOf(sale, 18_000))
    await shop.drain()
    // The number of the books is a revision of its own.
    await shop.store(canceled({ ...sale, rev: 2 }))
    await shop.drain()
    expect(paidFor(sale)).toEqual([])
    expect(bookedIn(books, provider).numbers).not.toContain(sale.receipt.rctvnum)
  })

  test('and a cancellation are booked although the clock of the server went back an hour meanwhile', async () => {
    const [sale, other] = [await onCredit(), await onCredit()]
    await shop.drain()
    books.server.clock.advance(-3_600_000)
    await store(collectionOf(sale, 18_000))
    await shop.store(canceled({ ...other, rev: 2 }))
    expect(await isDue()).toBe(true)
    await shop.drain()
    expect([paidFor(sale), await isDue()]).toEqual([[['M-Pesa', 18_000]], false])
    expect(bookedIn(books, provider).numbers).not.toContain(other.receipt.rctvnum)
    books.server.clock.advance(3_600_000)
  })

  test('goes out once after an upgrade, although it came before collections were booked at all', async () => {
    const { db } = books.server.services
    const [sale, settled] = [await onCredit(), await onCredit()]
    await store(collectionOf(settled, 18_000, 'cash'))
    await shop.drain()
    const old = collectionOf(sale, 18_000)
    await store(old)
    books.server.clock.advance(3_600_000)
    // As the release before left it: the connection has looked since, and knew nothing of collections.
    await lookedUpTo(await getLastChangeId(db, shop))
    await drainLong()
    expect([paidFor(sale), await isDue()]).toEqual([[], false])
    await lookedUpTo(null)
    expect(await isDue()).toBe(true)
    simulator().faults.push({ kind: 'drop-answer', times: 1, path: '/payment' })
    await drainLong()
    expect([paidFor(sale), paidFor(settled)]).toEqual([[['M-Pesa', 18_000]], [[till, 18_000]]])
    await lookedUpTo(null)
    await drainLong()
    expect([paidFor(sale), paidFor(settled), await isDue()]).toEqual([
      ...[[['M-Pesa', 18_000]], [[till, 18_000]], false],
    ])
  })

  test('is not booked for a receipt from before the first day, and is once that day is earlier', async () => {
    const sale = receiptOf(shop.companyId, [[118_000, 1000, 'standard']], { unpaid: true })
    const early = parseFiscalDay('2026-11-19')
    if (!early) throw new Error('no such day')
    await shop.store({ ...sale, receipt: { ...sale.receipt, issuedDay: early } })
    await store(collectionOf(sale, 18_000))
    await shop.drain()
    expect([paidFor(sale), await isDue()]).toEqual([[], false])
    await shop.call('accounting.start', { provider, since: early })
    await shop.drain()
    await shop.drain()
    expect(paidFor(sale)).toEqual([['M-Pesa', 18_000]])
  })

  test('comes with the receipt when both are booked for the first time', async () => {
    const sale = receiptOf(shop.companyId, [[118_000, 1000, 'standard']], { unpaid: true })
    await shop.store(sale)
    await store(collectionOf(sale, 18_000))
    await shop.drain()
    expect(paidFor(sale)).toEqual([['M-Pesa', 18_000]])
    expect(await isDue()).toBe(false)
  })
})
