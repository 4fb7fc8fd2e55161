import { expect } from 'vitest'
import type { AccountingInboxEntry } from '#contract/accounting-endpoints.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { Invoice, IssuedInvoice } from '#domain/invoices/invoice.ts'
import { enqueueDueWork } from '#server/jobs/sweeper.ts'
import type { MessageWay } from '#server/simulators/accounting/announcer.ts'
import { personIn, startPulling, THEIR_TAXES, type TypedInvoice } from './book-person.ts'
import { type Books, connect, openBookshop, organizationOf, receiptOf } from './bookkeeping.ts'

export type Pulling = Awaited<ReturnType<typeof openPulling>>

/** A company that takes invoices of the first organization of a service from today on. */
export async function openPulling(books: Books, provider: AccountingProvider) {
  const shop = await openBookshop(books, provider)
  await connect(shop, provider, organizationOf(books, provider))
  await startPulling(shop, provider)
  const tax = THEIR_TAXES[provider]
  const person = () => personIn(books, provider)
  const simulator = () => (provider === 'xero' ? books.xero : books.quickbooks)
  const sugar: TypedInvoice = {
    customer: 'Neema Traders',
    tin: '123-456-789',
    number: 'INV-7001',
    lines: [
      { text: 'Sukari', cents: 30_000, tax: tax.standard, quantity: 3 },
      { text: 'Unga', cents: 11_800, tax: tax.exempted },
    ],
  }
  const inbox = async () => {
    const { body } = await shop.call('accounting.inbox', { provider, only: 'all' })
    return (body as { entries: AccountingInboxEntry[] }).entries
  }
  const entryOf = async (theirId: string) => (await inbox()).find((entry) => entry.theirId === theirId)
  const invoices = async (): Promise<Invoice[]> => {
    const rows = await books.server.services.db
      .selectFrom('invoices')
      .select('document')
      .where('company_id', '=', shop.companyId)
      .execute()
    return rows.map(({ document }) => document)
  }
  const draftOf = async (theirId: string): Promise<Invoice> => {
    const id = (await entryOf(theirId))?.invoiceId
    if (!id) throw new Error(`no draft: ${JSON.stringify(await inbox())}`)
    return await shop.read(id)
  }
  const isDue = async (): Promise<boolean> => {
    const due: string[] = []
    await enqueueDueWork(books.server.services, async (queue, found) => {
      if (queue === 'accounting-read') due.push(...found)
    })
    return due.includes(await shop.connectionId())
  }
  /** Lets time pass until nothing waits, at most half an hour. */
  const readAll = async () => {
    for (let round = 0; round < 30; round += 1) {
      await shop.readBooks()
      if (!(await isDue()) && !(await inbox()).some(({ state }) => state === 'waiting')) return
      books.server.clock.advance(61_000)
    }
    throw new Error(`still waiting: ${JSON.stringify(await inbox())}`)
  }
  return {
    ...{ shop, person, simulator, sugar, inbox, entryOf, invoices, draftOf, readAll },
    /** No faults, and no changes without a message. */
    calm: () => {
      simulator().faults.splice(0)
      person().forgets()
    },
    /** Sends the messages and takes what they announce. */
    sendMessages: async (way: MessageWay = 'plain') => {
      const statuses = await person().tells(way)
      await readAll()
      return statuses
    },
    /** The draft becomes a receipt that the authority has. */
    submitted: async (theirId: string): Promise<IssuedInvoice> => {
      const draft = await draftOf(theirId)
      const { receipt } = receiptOf(shop.companyId, [[1_000, 1000, 'standard']])
      const issued = { ...draft, receipt, status: 'issued', rev: draft.rev + 1 } as IssuedInvoice
      await shop.store(issued)
      return issued
    },
    /** How many invoices here have a number of the books. */
    countOf: async (number: string) =>
      (await invoices()).filter(({ accountingNumber }) => accountingNumber === number).length,
    /** Reads again and again, with time for back-off and pauses in between. */
    readLong: async () => {
      for (let round = 0; round < 12; round += 1) {
        await shop.readBooks()
        books.server.clock.advance(121_000)
      }
    },
    noViolations: () => expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([]),
  }
}
