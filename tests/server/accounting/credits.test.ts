import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountingEntry } from '#contract/accounting-endpoints.ts'
import { bookCredit } from '#domain/accounting/book-document.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { AccountingGateway } from '#server/gateways/accounting/gateway.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { FAULT_KINDS } from '#server/simulators/accounting/faults.ts'
import { type Books, type Bookshop, receiptOf, refunded, startBooks } from './bookkeeping.ts'
import { collectionOf, paymentsIn, storeCollections, takenBack } from './collecting.ts'
import { creditsIn, dueIn } from './crediting.ts'
import { openWritingShop } from './start-writing.ts'

class ProcessEnded extends Error {}

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

describe.each(ACCOUNTING_PROVIDERS)('%s: a refund of goods that were not paid', (provider) => {
  const simulator = () => (provider === 'xero' ? books.xero : books.quickbooks)
  let shop: Bookshop
  beforeAll(async () => {
    shop = await openWritingShop(books, provider)
  })
  beforeEach(() => {
    simulator().faults.splice(0)
  })

  const sell = async (customer = 'Neema Traders'): Promise<NumberedInvoice> => {
    // 1,000.33 with tax: no part of it is a round figure.
    const sale = receiptOf(shop.companyId, [[100_033, 4000, 'standard']], { unpaid: true, customer })
    await shop.store(sale)
    return sale
  }
  const refund = async ({ id }: NumberedInvoice, pieces: number, number = 1): Promise<NumberedInvoice> => {
    const sale = refunded((await shop.read(id)) as NumberedInvoice, pieces, number)
    await shop.store(sale)
    return sale
  }
  const drainLong = async () => {
    for (let round = 0; round < 14; round += 1) {
      await shop.drain()
      books.server.clock.advance(121_000)
    }
  }
  /** Cents of a note in the books: what it is, its tax, what was applied and what was paid back. */
  const noteIn = (sale: NumberedInvoice, nth = 0) => {
    const note = sale.creditNotes?.[nth]
    if (!note) throw new Error('no note')
    const { number, total, tax } = bookCredit(sale, note)
    const found = creditsIn(books, provider).find((one) => one.number === number)
    expect([found?.total, found?.tax]).toEqual([total, tax])
    return [found?.applied, found?.paidBack]
  }
  const dueFor = ({ receipt }: NumberedInvoice) => dueIn(books, provider, receipt.rctvnum)
  const paidFor = ({ receipt }: NumberedInvoice) =>
    paymentsIn(books, provider).flatMap(({ number, amount }) => (number === receipt.rctvnum ? [amount] : []))
  const expectDone = async (sale: NumberedInvoice) => {
    const { body } = await shop.call('accounting.log', { provider, only: 'all' })
    const entries = (body as { entries: AccountingEntry[] }).entries
    expect(entries.find(({ invoiceId }) => invoiceId === sale.id)).toMatchObject({ state: 'done' })
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
  }

  test('lowers what the customer owes, and no money goes out', async () => {
    const sale = await sell()
    await shop.drain()
    const returned = await refund(sale, 1000)
    await shop.drain()
    expect([noteIn(returned), dueFor(sale)]).toEqual([[100_033, 0], 300_099])
    await storeCollections(books, shop, collectionOf(sale, 300_099))
    await shop.drain()
    expect([noteIn(returned), dueFor(sale)]).toEqual([[100_033, 0], 0])
    await expectDone(sale)
  })

  test('pays back only what was collected, and a second refund all of it', async () => {
    const sale = await sell()
    await storeCollections(books, shop, collectionOf(sale, 250_000))
    await refund(sale, 2000)
    await shop.drain()
    const returned = await refund(sale, 1500, 2)
    await shop.drain()
    expect([noteIn(returned, 0), noteIn(returned, 1), dueFor(sale)]).toEqual([
      [150_132, 49_934],
      [0, 150_050],
      0,
    ])
    await expectDone(sale)
  })

  test('counts what was entered by mistake as not paid', async () => {
    const sale = await sell()
    const mistake = collectionOf(sale, 400_132)
    await storeCollections(books, shop, mistake)
    await shop.drain()
    expect(dueFor(sale)).toBe(0)
    await storeCollections(books, shop, takenBack(mistake))
    const returned = await refund(sale, 1000)
    await shop.drain()
    expect([noteIn(returned), dueFor(sale)]).toEqual([[100_033, 0], 300_099])
    await expectDone(sale)
  })

  test.each(FAULT_KINDS)('is booked once after %s at each of its requests', async (kind) => {
    const sale = await sell(`Credit ${kind}`)
    await storeCollections(books, shop, collectionOf(sale, 350_000))
    await shop.drain()
    const paths =
      provider === 'xero'
        ? ['/CreditNotes', '/Allocations', '/Payments']
        : ['/creditmemo', '/payment', '/refundreceipt']
    const method = provider === 'xero' ? 'PUT' : 'POST'
    simulator().faults.push(...paths.map((path) => ({ kind, times: 1, method, path, seconds: 30 })))
    const returned = await refund(sale, 1000)
    await drainLong()
    expect(simulator().faults.filter(({ times }) => times > 0)).toEqual([])
    expect([noteIn(returned), dueFor(sale)]).toEqual([[50_132, 49_901], 0])
    await expectDone(sale)
  })

  test('is booked once when the process ends behind each answer', async () => {
    const sale = await sell()
    await storeCollections(books, shop, collectionOf(sale, 350_000))
    await shop.drain()
    const returned = await refund(sale, 1000)
    const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
    const dying = {
      ...books.server.services,
      onCrashPoint: (at: string) => {
        if (at === 'book:answered') throw new ProcessEnded()
      },
    }
    for (let nth = 0; nth < 4; nth += 1) {
      await drainConnection(dying, books.gateways, scope).catch((error: unknown) => {
        if (!(error instanceof ProcessEnded)) throw error
      })
      books.server.clock.advance(4 * 60_000)
    }
    await drainLong()
    expect([noteIn(returned), dueFor(sale)]).toEqual([[50_132, 49_901], 0])
    await expectDone(sale)
  })

  test('waits until a payment is taken back that was canceled while the refund before it was booked', async () => {
    const sale = await sell()
    const mistake = collectionOf(sale, 250_000)
    await storeCollections(books, shop, mistake)
    await shop.drain()
    await refund(sale, 1000)
    const returned = await refund(sale, 3000, 2)
    const canceling = books.gateways.map(
      (gateway): AccountingGateway => ({
        ...gateway,
        write: async (...call) => {
          await storeCollections(books, shop, takenBack(mistake))
          return await gateway.write(...call)
        },
      }),
    )
    const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
    await drainConnection(books.server.services, canceling, scope)
    await drainLong()
    expect(paidFor(sale)).toEqual([])
    expect([noteIn(returned, 0), noteIn(returned, 1), dueFor(sale)]).toEqual([
      ...[[100_033, 0], [300_099, 0], 0],
    ])
    await expectDone(sale)
  })

  test('is shared again when the payment that was canceled behind it is entered again', async () => {
    const sale = await sell()
    const mistake = collectionOf(sale, 250_000)
    await storeCollections(books, shop, mistake)
    await refund(sale, 1000)
    const returned = await refund(sale, 3000, 2)
    await storeCollections(books, shop, takenBack(mistake))
    await shop.drain()
    expect([noteIn(returned, 0), noteIn(returned, 1), dueFor(sale)]).toEqual([
      ...[[100_033, 0], [300_099, 0], 0],
    ])
    const right = collectionOf(sale, 100_000)
    await storeCollections(books, shop, right)
    const undone =
      provider === 'xero'
        ? { method: 'DELETE', path: '/Allocations' }
        : { method: 'POST', path: '/creditmemo' }
    simulator().faults.push({ kind: 'drop-answer', times: 1, ...undone })
    await drainLong()
    expect(paidFor(sale)).toEqual([100_000])
    expect([noteIn(returned, 0), noteIn(returned, 1), dueFor(sale)]).toEqual([
      ...[[100_033, 0], [200_099, 100_000], 0],
    ])
    await expectDone(sale)
    // And once more, when the money that was paid back is booked already.
    await storeCollections(books, shop, takenBack(right), collectionOf(sale, 150_000))
    simulator().faults.push({ kind: 'drop-before', times: 1, ...undone })
    await drainLong()
    expect(paidFor(sale)).toEqual([150_000])
    expect([noteIn(returned, 0), noteIn(returned, 1), dueFor(sale)]).toEqual([
      ...[[100_033, 0], [150_099, 150_000], 0],
    ])
    await expectDone(sale)
  })

  test('that was booked as money before stays so, and the next one is booked right', async () => {
    const sale = await sell()
    const first = await refund(sale, 1000)
    await shop.drain()
    // As an earlier release left it: the first note was paid back whole.
    const { db } = books.server.services
    const note = first.creditNotes?.[0]
    if (!note) throw new Error('no note')
    const step = provider === 'xero' ? `refund:${note.id}` : `credit:${note.id}`
    const whole = { ...bookCredit(first, note) }
    const instruction =
      provider === 'xero'
        ? { kind: 'refund', amount: note.total }
        : { kind: 'credit', document: whole, account: '35' }
    await db
      .deleteFrom('accounting_steps')
      .where('company_id', '=', shop.companyId)
      .where('invoice_id', '=', sale.id)
      .where('step', 'in', [`apply:${note.id}`, `memo:${note.id}`])
      .execute()
    await db
      .insertInto('accounting_steps')
      .values({
        ...{
          company_id: shop.companyId,
          connection_id: await shop.connectionId(),
          invoice_id: sale.id,
          step,
        },
        ...{
          position: 9,
          state: 'done',
          request_key: 'old',
          instruction: JSON.stringify(instruction),
          their_id: 'old',
        },
      })
      .execute()
    const second = await refund(sale, 1000, 2)
    await shop.drain()
    expect(noteIn(second, 1)).toEqual([100_033, 0])
    await expectDone(sale)
  })
})
