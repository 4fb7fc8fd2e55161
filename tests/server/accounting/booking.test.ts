import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountingSettings } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { attachedIn } from './book-ledger.ts'
import {
  type Books,
  bookedIn,
  canceled,
  connect,
  openBookshop,
  organizationOf,
  receiptOf,
  refunded,
  startBooks,
  TODAY,
  visit,
} from './bookkeeping.ts'
import { connectionOf, mapAndStart } from './start-writing.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

/** Sales whose tax differs by a cent or more when it is rounded line by line, with discounts and all kinds of tax. */
function manySales(companyId: string): NumberedInvoice[] {
  return Array.from({ length: 200 }, (_, index) => {
    const price = 10_000 + index * 37
    const customer = index % 3 === 0 ? {} : { customer: `Mteja ${index % 5}` }
    const options = { ...customer, unpaid: index % 7 === 0, exclusive: index % 4 === 0 }
    return receiptOf(
      companyId,
      [
        [10_000, 1000, 'standard'],
        [10_000, 1000, 'standard'],
        [price, 1333, 'standard', index % 2 === 0 ? 750 : 0],
        ...(index % 3 === 1 ? ([[price, 2000, 'exempted']] as const) : []),
        ...(index % 5 === 2 ? ([[5_055, 1000, 'zero_rated', 333]] as const) : []),
        ...(index % 6 === 3 ? ([[7_777, 250, 'special_relief']] as const) : []),
      ],
      options,
    )
  })
}

function sumOf(invoices: readonly NumberedInvoice[], of: (invoice: NumberedInvoice) => number): number {
  return invoices.reduce((sum, invoice) => sum + of(invoice), 0)
}

/** A bound for a busy machine: two hundred receipts with their files take ten seconds at rest. */
const MANY_RECEIPTS_MS = 240_000

describe.each(ACCOUNTING_PROVIDERS)('%s', (provider) => {
  test(
    'holds every receipt with equal totals to the cent, payments, refunds and cancellations, also after a reconnection (spec §1)',
    async () => {
      const shop = await openBookshop(books, provider)
      const sales = manySales(shop.companyId)
      await shop.store(...sales)
      expect((await connect(shop, provider, organizationOf(books, provider))).body).toEqual({ provider })
      expect(await connectionOf(shop, provider)).toMatchObject({
        state: 'active',
        organization: 'Duka Mfano',
        since: null,
      })
      const preview = await mapAndStart(shop, provider)
      expect(preview).toMatchObject({
        count: 200,
        equal: true,
        sum: sumOf(sales, (one) => one.totals.totalIncludingTax),
      })
      expect(preview.samples).toHaveLength(3)
      await shop.drain()
      expect(bookedIn(books, provider)).toMatchObject({
        numbers: sales.map(({ receipt }) => receipt.rctvnum).sort(),
        total: sumOf(sales, (one) => one.totals.totalIncludingTax),
        tax: sumOf(sales, (one) => one.totals.totalVat),
        paid: sumOf(sales, (one) => one.payments.reduce((sum, { amount }) => sum + amount, 0)),
        // Six names that were typed, at most, and the walk-in customer.
        contacts: 6,
      })
      const [first, second, third] = sales
      if (!first || !second || !third) throw new Error('no sales')
      const number = (await shop.read(second.id)).accountingNumber
      expect(number).toBe(second.receipt.rctvnum)

      await shop.call('accounting.disconnect', { provider })
      expect(await connectionOf(shop, provider)).toMatchObject({ state: 'disconnected' })
      const stored = await shop.read(second.id)
      if (stored.status !== 'issued') throw new Error('not issued')
      const refund = refunded(refunded(stored, 500, 1), 500, 2)
      const later = receiptOf(shop.companyId, [[123_456, 1000, 'standard']])
      await shop.store(refund, canceled({ ...third, rev: 2 }), later)
      await shop.drain()
      expect(bookedIn(books, provider).credited).toBe(0)
      await connect(shop, provider, organizationOf(books, provider))
      await shop.drain()
      const live = [...sales.filter(({ id }) => id !== third.id), later]
      const credits = refund.creditNotes ?? []
      expect(bookedIn(books, provider)).toMatchObject({
        numbers: live.map(({ receipt }) => receipt.rctvnum).sort(),
        total: sumOf(live, (one) => one.totals.totalIncludingTax),
        tax: sumOf(live, (one) => one.totals.totalVat),
        paid: sumOf(live, (one) => one.payments.reduce((sum, { amount }) => sum + amount, 0)),
        credited: credits.reduce((sum, { total }) => sum + total, 0),
        creditedTax: credits.flatMap(({ perLetter }) => perLetter).reduce((sum, { tax }) => sum + tax, 0),
        refunded: credits.reduce((sum, { total }) => sum + total, 0),
      })
      expect((await connectionOf(shop, provider))?.counts).toEqual({
        waiting: 0,
        done: 201,
        attention: 0,
        leftOut: 0,
      })
      const files = attachedIn(books, provider)
      const receipts = sales.map(({ receipt }) => `Receipt ${receipt.rctvnum}.pdf`)
      expect(files.filter((file) => receipts.includes(file))).toHaveLength(200)
      expect(new Set(files).size).toBe(files.length)
      expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
      await shop.call('accounting.disconnect', { provider })
    },
    MANY_RECEIPTS_MS,
  )

  test('is refused in dollars, without the permission, with a foreign or used state, and for two companies at once', async () => {
    const [shop, other] = [await openBookshop(books, provider), await openBookshop(books, provider)]
    expect((await connect(shop, provider, organizationOf(books, provider, 2))).body).toMatchObject({
      code: 'ACC_CURRENCY',
    })
    const begin = async () =>
      ((await shop.call('accounting.connect', { provider })).body as { url: string }).url
    const denied = await visit(await begin(), organizationOf(books, provider, 1), 'deny')
    expect((await shop.call('accounting.complete', { query: denied })).body).toMatchObject({
      code: 'ACC_DENIED',
    })
    const query = await visit(await begin(), organizationOf(books, provider, 1))
    expect((await other.call('accounting.complete', { query })).body).toMatchObject({ code: 'ACC_STATE' })
    expect((await shop.call('accounting.complete', { query })).status).toBe(200)
    expect((await shop.call('accounting.complete', { query })).body).toMatchObject({ code: 'ACC_STATE' })
    expect((await connect(other, provider, organizationOf(books, provider, 1))).body).toMatchObject({
      code: 'ACC_TAKEN',
    })
    const late = await visit(await begin(), organizationOf(books, provider, 1))
    books.server.clock.advance(11 * 60_000)
    expect((await shop.call('accounting.complete', { query: late })).body).toMatchObject({
      code: 'ACC_STATE',
    })
    await shop.call('accounting.disconnect', { provider })
  })

  test('does not start before every choice is made', async () => {
    const shop = await openBookshop(books, provider)
    await connect(shop, provider, organizationOf(books, provider, 1))
    expect((await shop.call('accounting.start', { provider, since: TODAY })).body).toMatchObject({
      code: 'ACC_MAPPING',
    })
    const { mapping } = (await shop.call('accounting.settings', { provider })).body as AccountingSettings
    const open = { ...mapping, payments: { ...mapping.payments, cash: 'gone' } }
    expect((await shop.call('accounting.save-mapping', { provider, mapping: open })).body).toMatchObject({
      code: 'ACC_MAPPING',
      fields: [{ path: 'payments.cash', code: 'ACC_MAPPING' }],
    })
    await shop.call('accounting.disconnect', { provider })
  })
})
