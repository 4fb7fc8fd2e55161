import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountingEntry } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import type { SimulatorFault } from '#server/simulators/accounting/faults.ts'
import { personIn } from './book-person.ts'
import { type Books, type Bookshop, bookedIn, receiptOf, refunded, startBooks } from './bookkeeping.ts'
import { openWritingShop } from './start-writing.ts'

describe.each(ACCOUNTING_PROVIDERS)('%s: customers that a person archived or merged there', (provider) => {
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

  const sale = (customer: string) => receiptOf(shop.companyId, [[11_800, 1000, 'standard']], { customer })
  const sell = async (customer: string) => {
    const receipt = sale(customer)
    await shop.store(receipt)
    await shop.drain()
    return receipt
  }
  const refund = async (id: string) => {
    const stored = await shop.read(id)
    if (stored.status !== 'issued') throw new Error('not issued')
    await shop.store(refunded(stored, 500, 1))
    await shop.drain()
  }
  const entryOf = async (invoiceId: string) => {
    const { body } = await shop.call('accounting.log', { provider, only: 'all' })
    return (body as { entries: AccountingEntry[] }).entries.find((one) => one.invoiceId === invoiceId)
  }
  /** The name of the contact that an invoice has. */
  const contactOf = (number: string): string => {
    const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
    const invoice = organization?.invoices.find((one) => one.number === number)
    const booked = company?.sales.find((one) => one.number === number)
    return (
      organization?.contacts.find(({ ContactID }) => ContactID === invoice?.contactId)?.Name ??
      company?.customers.find(({ Id }) => Id === booked?.customer)?.DisplayName ??
      ''
    )
  }
  const expectBooked = (receipts: number) => {
    const after = bookedIn(books, provider)
    expect(after.numbers.length - before.numbers.length).toBe(receipts)
    expect([after.total - before.total, after.paid - before.paid]).toEqual([
      11_800 * receipts,
      11_800 * receipts,
    ])
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
  }

  test('an archived customer is made active again, or another one is made, and the next receipts use it', async () => {
    const name = 'Asha Mfano'
    const first = await sell(name)
    personIn(books, provider).archives(name)
    const [second, third] = [await sell(name), await sell(name)]
    // Xero lets no program restore a contact.
    const now = provider === 'xero' ? 'Asha Mfano (2)' : name
    expect([second, third].map(({ receipt }) => contactOf(receipt.rctvnum))).toEqual([now, now])
    for (const { id } of [first, second, third]) expect(await entryOf(id)).toMatchObject({ state: 'done' })
    const { contacts } = bookedIn(books, provider)
    expect(contacts - before.contacts).toBe(provider === 'xero' ? 2 : 1)
    personIn(books, provider).archives(now)
    const fourth = await sell(name)
    expect(contactOf(fourth.receipt.rctvnum)).toBe(provider === 'xero' ? 'Asha Mfano (3)' : name)
    expectBooked(4)
  })

  test('a merged customer: receipts, refunds and payments go to the one that it was merged into', async () => {
    const [first, other] = [await sell('Juma'), await sell('Juma Hassan')]
    personIn(books, provider).archives('Juma', 'Juma Hassan')
    const second = await sell('Juma')
    await refund(first.id)
    for (const { id, receipt } of [first, second, other]) {
      expect(await entryOf(id)).toMatchObject({ state: 'done' })
      expect(contactOf(receipt.rctvnum)).toBe('Juma Hassan')
    }
    expect(bookedIn(books, provider).refunded - before.refunded).toBe(5_900)
    expect(bookedIn(books, provider).contacts - before.contacts).toBe(2)
    expectBooked(3)
  })

  test('a refund for an archived customer: QuickBooks makes the customer active, in Xero a person must', async () => {
    const receipt = await sell('Neema')
    personIn(books, provider).archives('Neema')
    await refund(receipt.id)
    if (provider === 'xero') {
      expect(await entryOf(receipt.id)).toMatchObject({
        ...{ state: 'attention', problem: 'refused', exact: 'contact' },
      })
      const contact = books.xero.organizations[0]?.contacts.find(({ Name }) => Name === 'Neema')
      if (contact) contact.archived = false
      await shop.call('accounting.settle', { provider, invoiceId: receipt.id, action: 'send-again' })
      await shop.drain()
    }
    expect(await entryOf(receipt.id)).toMatchObject({ state: 'done' })
    expect(bookedIn(books, provider).refunded - before.refunded).toBe(5_900)
    expectBooked(1)
  })

  test('a customer that is gone, or whose name another one has by now, is made under a name of its own', async () => {
    await sell('Rehema')
    personIn(books, provider).archives('Rehema')
    const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
    const foreign = { ContactNumber: '', TaxNumber: '' }
    if (provider === 'xero') organization?.contacts.push({ ContactID: 'f0e1', Name: 'Rehema', ...foreign })
    else company?.customers.push({ Id: '901', DisplayName: 'Rehema', Notes: '' })
    const second = await sell('Rehema')
    expect(contactOf(second.receipt.rctvnum)).toBe('Rehema')
    for (const list of [organization?.contacts ?? [], company?.customers ?? []]) list.splice(0)
    const third = await sell('Rehema')
    expect(await entryOf(third.id)).toMatchObject({ state: 'done' })
    expect(contactOf(third.receipt.rctvnum)).toBe('Rehema')
    expectBooked(3)
  })

  test.each(['drop-before', 'drop-answer', 'limit-after'] as const)(
    'an archived customer and %s at every request: nothing is doubled',
    async (kind) => {
      const name = `Salma ${kind}`
      await sell(name)
      personIn(books, provider).archives(name)
      const simulator = provider === 'xero' ? books.xero : books.quickbooks
      const path = provider === 'xero' ? '/api.xro' : '/v3/company'
      const contacts = bookedIn(books, provider).contacts
      simulator.faults.push(
        ...['PUT', 'POST', 'GET'].map(
          (method): SimulatorFault => ({ kind, times: 3, method, path, seconds: 30 }),
        ),
      )
      const receipts = [sale(name), sale(name)]
      await shop.store(...receipts)
      for (let round = 0; round < 12; round += 1) {
        await shop.drain()
        books.server.clock.advance(11 * 60_000)
      }
      for (const { id } of receipts) expect(await entryOf(id)).toMatchObject({ state: 'done' })
      expect(bookedIn(books, provider).contacts - contacts).toBe(provider === 'xero' ? 1 : 0)
      expectBooked(3)
    },
  )
})
