import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountingEntry, AccountingSettings } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { AccountingGateway } from '#server/gateways/accounting/gateway.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { planDocuments } from '#server/services/accounting/plan-documents.ts'
import { type Books, bookedIn, receiptOf, refunded, startBooks } from './bookkeeping.ts'
import { connectionOf, mapAndStart, openWritingShop } from './start-writing.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

describe.each(ACCOUNTING_PROVIDERS)(
  '%s: a process that knows an earlier state of the connection',
  (provider) => {
    test('does not skip the receipts since the first day that a person has just chosen', async () => {
      const shop = await openWritingShop(books, provider)
      const sale = receiptOf(shop.companyId, [[118_000, 1000, 'standard']])
      await shop.store(sale)
      const { services } = books.server
      const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
      await planDocuments(services, scope, { provider, since: null, plannedUpTo: 0, attaches: false })
      await shop.drain()
      expect(await connectionOf(shop, provider)).toMatchObject({ counts: { done: 1 } })
      await mapAndStart(shop, provider)
      await shop.call('accounting.disconnect', { provider })
    })

    test('leaves a connection ended that a person ended while the service was asked', async () => {
      const shop = await openWritingShop(books, provider)
      await shop.store(receiptOf(shop.companyId, [[118_000, 1000, 'standard']]))
      const late = books.gateways.map(
        (gateway): AccountingGateway => ({
          ...gateway,
          write: async () => {
            await shop.call('accounting.disconnect', { provider })
            return { kind: 'ended' }
          },
        }),
      )
      const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
      await drainConnection(books.server.services, late, scope)
      expect((await connectionOf(shop, provider))?.state).toBe('disconnected')
    })

    test('another name of the walk-in customer is used from the next receipt on', async () => {
      const shop = await openWritingShop(books, provider)
      const unpaid = receiptOf(shop.companyId, [[118_000, 2000, 'standard']], { unpaid: true })
      await shop.store(unpaid)
      await shop.drain()
      const contactsAfterSale = async () => {
        await shop.store(receiptOf(shop.companyId, [[118_000, 1000, 'standard']]))
        await shop.drain()
        return bookedIn(books, provider).contacts
      }
      const before = await contactsAfterSale()
      const { mapping } = (await shop.call('accounting.settings', { provider })).body as AccountingSettings
      const renamed = { ...mapping, walkIn: 'Wateja wa kaunta' }
      await shop.call('accounting.save-mapping', { provider, mapping: renamed })
      expect(await contactsAfterSale()).toBe(before + 1)
      expect(await contactsAfterSale()).toBe(before + 1)
      // The refund of an earlier receipt is from the contact of that receipt.
      await shop.store(refunded((await shop.read(unpaid.id)) as NumberedInvoice, 500, 1))
      await shop.drain()
      expect(await connectionOf(shop, provider)).toMatchObject({ counts: { attention: 0, waiting: 0 } })
      await shop.call('accounting.disconnect', { provider })
    })

    test('what needs a person is listed before what was written later', async () => {
      const shop = await openWritingShop(books, provider)
      const refused = receiptOf(shop.companyId, [[118_000, 1000, 'standard']])
      await shop.store(refused)
      const refusing = books.gateways.map(
        (gateway): AccountingGateway => ({
          ...gateway,
          write: () =>
            Promise.resolve({ kind: 'refused', problem: 'period', detail: 'the period is closed' }),
        }),
      )
      const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
      await drainConnection(books.server.services, refusing, scope)
      books.server.clock.advance(60_000)
      await shop.store(receiptOf(shop.companyId, [[236_000, 1000, 'standard']]))
      await shop.drain()
      const { body } = await shop.call('accounting.log', { provider, only: 'all' })
      const { entries } = body as { entries: AccountingEntry[] }
      expect(entries.map(({ state }) => state)).toEqual(['attention', 'done'])
      await shop.call('accounting.disconnect', { provider })
    })
  },
)
