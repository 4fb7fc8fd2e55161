import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import { type Books, receiptOf, startBooks, TODAY } from './bookkeeping.ts'
import { openPulling, type Pulling } from './pulling.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

describe.each(ACCOUNTING_PROVIDERS)(
  '%s: an invoice that a person writes there under the number of a receipt of ours',
  (provider) => {
    let pulling: Pulling
    beforeAll(async () => {
      pulling = await openPulling(books, provider)
      await pulling.shop.call('accounting.start', { provider, since: TODAY })
    })

    /** A receipt that is not written there yet: the connection was lost before. */
    const unwritten = async () => {
      const { shop, simulator } = pulling
      const sale = receiptOf(shop.companyId, [[10_000, 1000, 'standard']])
      await shop.store(sale)
      for (const method of ['PUT', 'POST'])
        simulator().faults.push({ kind: 'drop-before', times: 100, method, path: '/invoice' })
      await shop.drain()
      simulator().faults.splice(0)
      return sale
    }
    const stateOf = async (theirId: string) =>
      await books.server.services.db
        .selectFrom('accounting_inbox')
        .select(['state', 'problem', 'detail', 'attempts', 'invoice_id'])
        .where('company_id', '=', pulling.shop.companyId)
        .where('their_id', '=', theirId)
        .executeTakeFirst()
    const documentIs = async (invoiceId: string, state: 'attention' | 'left-out') =>
      await books.server.services.db
        .updateTable('accounting_documents')
        .set({ state, ...(state === 'attention' && { problem: 'refused' }) })
        .where('company_id', '=', pulling.shop.companyId)
        .where('invoice_id', '=', invoiceId)
        .execute()

    test('is asked for less and less often while ours is being written, not every minute', async () => {
      const { shop, person, sugar } = pulling
      const { receipt } = await unwritten()
      const id = person().writes({ ...sugar, number: receipt.rctvnum })
      await person().tells()
      for (let minute = 0; minute < 60; minute += 1) {
        await shop.readBooks()
        books.server.clock.advance(61_000)
      }
      const entry = await stateOf(id)
      expect(entry).toMatchObject({ state: 'waiting', invoice_id: null })
      expect(entry?.attempts).toBeLessThanOrEqual(6)
    })

    test('is shown while ours needs a person, and is ours once ours is left out: never a second receipt', async () => {
      const { shop, person, sugar, entryOf, invoices } = pulling
      const { id: invoiceId, receipt } = await unwritten()
      await documentIs(invoiceId, 'attention')
      const before = (await invoices()).length
      const id = person().writes({ ...sugar, number: receipt.rctvnum })
      await person().tells()
      await shop.readBooks()
      expect(await entryOf(id)).toMatchObject({
        ...{ state: 'attention', problem: 'refused', detail: receipt.rctvnum, invoiceId: null },
        ...{ number: receipt.rctvnum, total: 41_800 },
      })
      const settle = { provider, invoiceId, action: 'leave-out' as const }
      expect((await shop.call('accounting.settle', settle)).status).toBe(200)
      await shop.call('accounting.settle-inbox', { provider, theirId: id, action: 'take-again' })
      await shop.readBooks()
      expect(await stateOf(id)).toMatchObject({ state: 'ours', problem: null, invoice_id: null })
      expect((await invoices()).length).toBe(before)
    })
  },
)
