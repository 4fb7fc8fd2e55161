import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import { readConnection } from '#server/services/accounting/read-connection.ts'
import { FAULT_KINDS } from '#server/simulators/accounting/faults.ts'
import { type Books, receiptOf, startBooks, TODAY } from './bookkeeping.ts'
import { openPulling, type Pulling } from './pulling.ts'

/** A crash as far as the database and the books can see: the work ends where the process would. */
class ProcessEnded extends Error {}

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

describe.each(ACCOUNTING_PROVIDERS)(
  '%s: an invoice that a person writes there (integrations §2.7)',
  (provider) => {
    let pulling: Pulling
    beforeAll(async () => {
      pulling = await openPulling(books, provider)
    })
    beforeEach(() => pulling.calm())

    test.each(['book:announced', 'book:drafted'] as const)(
      'is one draft when the process ends at %s',
      async (point) => {
        const { shop, person, draftOf, readAll, countOf, sugar } = pulling
        const id = person().writes({ ...sugar, number: `INV-${point}` })
        person().forgets()
        books.server.clock.advance(16 * 60_000)
        const dying = {
          ...books.server.services,
          onCrashPoint: (at: string) => {
            if (at === point) throw new ProcessEnded()
          },
        }
        const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
        await expect(readConnection(dying, books.gateways, scope)).rejects.toThrow(ProcessEnded)
        books.server.clock.advance(3 * 60_000)
        await readAll()
        expect((await draftOf(id)).accountingNumber).toBe(`INV-${point}`)
        expect(await countOf(`INV-${point}`)).toBe(1)
      },
    )

    test.each(FAULT_KINDS)('is one draft after %s at every request', async (kind) => {
      const { person, draftOf, countOf, readLong, simulator, sugar } = pulling
      const id = person().writes({ ...sugar, number: `INV-${kind}` })
      person().forgets()
      books.server.clock.advance(16 * 60_000)
      simulator().faults.push({ kind, times: 4, method: 'GET', seconds: 30 })
      await readLong()
      expect((await draftOf(id)).accountingNumber).toBe(`INV-${kind}`)
      expect(await countOf(`INV-${kind}`)).toBe(1)
    })

    test('is one draft each when five processes read at once', async () => {
      const { shop, person, invoices, readAll, sugar } = pulling
      const before = (await invoices()).length
      for (let nth = 0; nth < 20; nth += 1) person().writes({ ...sugar, number: `INV-p${nth}` })
      expect(await person().tells('doubled')).toEqual([200, 200])
      await Promise.all(Array.from({ length: 5 }, async () => await shop.readBooks()))
      await readAll()
      const numbers = (await invoices()).map(({ accountingNumber }) => accountingNumber)
      expect(numbers.filter((number) => /^INV-p\d+$/.test(number))).toHaveLength(20)
      expect((await invoices()).length).toBe(before + 20)
    })

    test('is set apart from our own: receipts that we write there never come back', async () => {
      const { shop, person, invoices, readAll, readLong, noViolations, simulator } = pulling
      await shop.call('accounting.start', { provider, since: TODAY })
      await readLong()
      const before = (await invoices()).length
      const sales = Array.from({ length: 3 }, () => receiptOf(shop.companyId, [[10_000, 1000, 'standard']]))
      await shop.store(...sales)
      // The answer is lost: we do not know the id of ours when its message comes.
      for (const method of ['PUT', 'POST'])
        simulator().faults.push({ kind: 'drop-answer', times: 1, method, path: '/invoice' })
      await shop.drain()
      expect(await person().tells()).toEqual([200])
      await shop.readBooks()
      for (let round = 0; round < 5; round += 1) {
        books.server.clock.advance(8 * 60_000)
        await shop.drain()
        await person().tells()
        await shop.readBooks()
      }
      books.server.clock.advance(16 * 60_000)
      await readAll()
      expect((await invoices()).length).toBe(before + 3)
      noViolations()
    })
  },
)
