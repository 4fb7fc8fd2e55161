import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNTING_NAMES, ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { personIn, THEIR_TAXES } from './book-person.ts'
import { type Books, bookedIn, openBookshop, startBooks, TODAY } from './bookkeeping.ts'
import { openPulling, type Pulling } from './pulling.ts'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

describe.each(ACCOUNTING_PROVIDERS)(
  '%s: an invoice that a person writes there (integrations §2.7)',
  (provider) => {
    const tax = THEIR_TAXES[provider]
    let pulling: Pulling
    beforeAll(async () => {
      pulling = await openPulling(books, provider)
    })
    beforeEach(() => pulling.calm())

    test('is a draft with the same figures, customer, payment and number after its message', async () => {
      const { person, entryOf, draftOf, sendMessages, noViolations, sugar } = pulling
      const paid = [{ account: person().cashAccount(), cents: 20_000 }]
      const id = person().writes({ ...sugar, paid })
      expect(await sendMessages()).toEqual([200])
      expect(await draftOf(id)).toMatchObject({
        ...{ status: 'draft', origin: ACCOUNTING_NAMES[provider], accountingNumber: 'INV-7001' },
        customer: {
          ...{ name: 'Neema Traders', identificationType: 'TAX_IDENTIFICATION_NUMBER' },
          identificationNumber: '123456789',
        },
        lines: [
          { description: 'Sukari', quantity: 3000, unitPrice: 10_000, taxType: 'standard', rate: 1800 },
          { description: 'Unga', quantity: 1000, unitPrice: 11_800, taxType: 'exempted', rate: 0 },
        ],
        payments: [{ type: 'cash', amount: 20_000 }],
        totals: { totalIncludingTax: 41_800 },
      })
      expect(await entryOf(id)).toMatchObject({ state: 'draft', number: 'INV-7001', total: 41_800 })
      noViolations()
    })

    test('has prices with tax here when it is written without, equal in total to the cent', async () => {
      const { person, draftOf, sendMessages, sugar } = pulling
      const lines = [
        { text: 'Saruji', cents: 12_345, tax: tax.standard, quantity: 7 },
        { text: 'Mchanga', cents: 8_877, tax: tax.standard },
      ]
      const id = person().writes({ ...sugar, number: 'INV-7002', amounts: 'exclusive', lines })
      await sendMessages()
      const theirs = 12_345 + 8_877 + Math.floor(12_345 * 0.18 + 0.5) + Math.floor(8_877 * 0.18 + 0.5)
      expect((await draftOf(id)).totals.totalIncludingTax).toBe(theirs)
    })

    test('is found without a message within 15 minutes, once', async () => {
      const { person, invoices, draftOf, readAll, sugar } = pulling
      const before = (await invoices()).length
      const id = person().writes({ ...sugar, number: 'INV-7003' })
      person().forgets()
      books.server.clock.advance(16 * 60_000)
      await readAll()
      expect((await draftOf(id)).accountingNumber).toBe('INV-7003')
      books.server.clock.advance(16 * 60_000)
      await readAll()
      expect((await invoices()).length).toBe(before + 1)
    })

    test('changes its draft while it is one, is never twice there, whatever messages say', async () => {
      const { person, invoices, draftOf, sendMessages, sugar } = pulling
      const before = (await invoices()).length
      const id = person().writes({ ...sugar, number: 'INV-7004' })
      expect(await sendMessages('doubled')).toEqual([200, 200])
      person().writes(
        { ...sugar, number: 'INV-7004', lines: [{ text: 'Chai', cents: 5_000, tax: tax.standard }] },
        id,
      )
      person().writes(
        { ...sugar, number: 'INV-7004b', lines: [{ text: 'Chai', cents: 6_000, tax: tax.standard }] },
        id,
      )
      expect(await sendMessages('shuffled')).toEqual([200, 200])
      const draft = await draftOf(id)
      expect([draft.totals.totalIncludingTax, draft.accountingNumber]).toEqual([6_000, 'INV-7004b'])
      // Back to what it was: the same content is written again.
      person().writes(
        { ...sugar, number: 'INV-7004', lines: [{ text: 'Chai', cents: 5_000, tax: tax.standard }] },
        id,
      )
      await sendMessages()
      expect((await draftOf(id)).totals.totalIncludingTax).toBe(5_000)
      expect((await invoices()).length).toBe(before + 1)
    })

    test('is not believed without the right signature, in less than a second', async () => {
      const { shop, person, inbox, sugar } = pulling
      const before = (await inbox()).length
      person().writes({ ...sugar, number: 'INV-7005' })
      const startedAt = performance.now()
      expect(await person().tells('forged')).toEqual([401])
      expect(await person().tells('intent')).toEqual([200, 401])
      expect(performance.now() - startedAt).toBeLessThan(1_000)
      await shop.readBooks()
      expect((await inbox()).length).toBe(before)
    })

    test('is no draft when its organization is another one, and when it is from before the first day', async () => {
      const { person, inbox, sendMessages, sugar } = pulling
      const before = (await inbox()).length
      const elsewhere = personIn(books, provider, 1)
      elsewhere.writes({ ...sugar, number: 'INV-8001' })
      expect(await elsewhere.tells()).toEqual([200])
      person().writes({ ...sugar, number: 'INV-8002', date: '2026-11-20' })
      await sendMessages()
      expect((await inbox()).filter(({ number }) => number.startsWith('INV-800'))).toEqual([])
      expect((await inbox()).length - before).toBeLessThanOrEqual(1)
    })

    test.each([
      ['a currency', { currency: 'USD' }, 'currency'],
      ['a tax that is not mapped', { lines: [{ text: 'X', cents: 1_000, tax: tax.foreign }] }, 'tax'],
      [
        'a line below zero',
        {
          lines: [
            { text: 'X', cents: 1_000, tax: tax.standard },
            { text: 'Punguzo', cents: -100, tax: tax.standard },
          ],
        },
        'negative',
      ],
    ] as const)(
      'needs a person with %s, and is a draft when that is mended there',
      async (_what, change, problem) => {
        const { person, entryOf, sendMessages, sugar } = pulling
        const id = person().writes({ ...sugar, number: `INV-${problem}`, ...change })
        await sendMessages()
        expect(await entryOf(id)).toMatchObject({ state: 'attention', problem, invoiceId: null })
        person().writes({ ...sugar, number: `INV-${problem}` }, id)
        await sendMessages()
        expect(await entryOf(id)).toMatchObject({ state: 'draft', problem: null })
      },
    )

    test('does not overwrite what was changed here, until the person takes it again', async () => {
      const { shop, person, entryOf, draftOf, readAll, sendMessages, sugar } = pulling
      const id = person().writes({ ...sugar, number: 'INV-7006' })
      await sendMessages()
      const draft = await draftOf(id)
      const edited = { ...draft, rev: draft.rev + 1, note: 'Niliandika hapa' } as Invoice
      const { db, clock } = books.server.services
      await db
        .updateTable('invoices')
        .set({
          ...{ document: JSON.stringify(edited), rev: edited.rev, writer_device: randomUUID() },
          changed_at: new Date(clock.now()).toISOString(),
        })
        .where('company_id', '=', shop.companyId)
        .where('id', '=', draft.id)
        .execute()
      person().writes(
        { ...sugar, number: 'INV-7006', lines: [{ text: 'Chai', cents: 5_000, tax: tax.standard }] },
        id,
      )
      await sendMessages()
      expect(await entryOf(id)).toMatchObject({ state: 'attention', problem: 'edited' })
      expect((await draftOf(id)).note).toBe('Niliandika hapa')
      const stranger = await openBookshop(books, provider)
      const settle = { provider, theirId: id, action: 'take-again' as const }
      expect((await stranger.call('accounting.settle-inbox', settle)).status).toBe(404)
      expect((await shop.call('accounting.settle-inbox', settle)).status).toBe(200)
      await readAll()
      expect(await entryOf(id)).toMatchObject({ state: 'draft', problem: null })
      expect((await draftOf(id)).totals.totalIncludingTax).toBe(5_000)
    })

    test('ends its draft when it is voided there', async () => {
      const { person, entryOf, draftOf, sendMessages, sugar } = pulling
      const id = person().writes({ ...sugar, number: 'INV-7007' })
      await sendMessages()
      person().voids(id)
      await sendMessages()
      expect(await entryOf(id)).toMatchObject({ state: 'gone' })
      expect((await draftOf(id)).status).toBe('canceled')
    })

    test('is another draft when it is taken again after its draft was given up here, once, and never a second receipt', async () => {
      const { shop, person, invoices, entryOf, draftOf, readAll, sendMessages, submitted, countOf, sugar } =
        pulling
      const number = 'INV-7011'
      const id = person().writes({ ...sugar, number })
      await sendMessages()
      const first = await draftOf(id)
      const giveUp = async (draft: Invoice) => {
        const cancellation = { at: draft.saleAt, by: 'Asha', reason: '' }
        await shop.store({ ...draft, status: 'canceled', rev: draft.rev + 1, cancellation } as Invoice)
      }
      const takeAgain = async () => {
        const settle = { provider, theirId: id, action: 'take-again' as const }
        expect((await shop.call('accounting.settle-inbox', settle)).status).toBe(200)
        await Promise.all([shop.readBooks(), shop.readBooks()])
        await readAll()
      }
      await giveUp(first)
      expect(await entryOf(id)).toMatchObject({ state: 'left-out' })
      await takeAgain()
      const second = await draftOf(id)
      expect(await entryOf(id)).toMatchObject({ state: 'draft', problem: null, invoiceId: second.id })
      expect(second).toMatchObject({ status: 'draft', accountingNumber: number, totals: first.totals })
      expect(second.id).not.toBe(first.id)
      // A change there is of the new draft; the one that was given up stays so.
      person().writes({ ...sugar, number, lines: [{ text: 'Chai', cents: 5_000, tax: tax.standard }] }, id)
      await sendMessages()
      expect((await draftOf(id)).totals.totalIncludingTax).toBe(5_000)
      expect((await draftOf(id)).id).toBe(second.id)
      await giveUp(await draftOf(id))
      await takeAgain()
      expect([second.id, first.id]).not.toContain((await draftOf(id)).id)
      expect(await countOf(number)).toBe(3)
      await submitted(id)
      await takeAgain()
      expect(await entryOf(id)).toMatchObject({ state: 'submitted' })
      const states = (await invoices()).filter(({ accountingNumber }) => accountingNumber === number)
      expect(states.map(({ status }) => status).toSorted()).toEqual(['canceled', 'canceled', 'issued'])
    })

    test('never changes its receipt after it was submitted: a change or void there is a warning, a payment is none', async () => {
      const { shop, person, entryOf, sendMessages, submitted, sugar } = pulling
      const id = person().writes({ ...sugar, number: 'INV-7008' })
      await sendMessages()
      const receipt = await submitted(id)
      expect(await entryOf(id)).toMatchObject({ state: 'submitted' })
      person().writes(
        { ...sugar, number: 'INV-7008', paid: [{ account: person().cashAccount(), cents: 100 }] },
        id,
      )
      await sendMessages()
      expect(await entryOf(id)).toMatchObject({ state: 'submitted', problem: null })
      person().writes(
        { ...sugar, number: 'INV-7008', lines: [{ text: 'Chai', cents: 5_000, tax: tax.standard }] },
        id,
      )
      await sendMessages()
      expect(await entryOf(id)).toMatchObject({ state: 'attention', problem: 'changed' })
      person().voids(id)
      await sendMessages()
      expect(await entryOf(id)).toMatchObject({ state: 'attention', problem: 'voided' })
      expect((await shop.read(receipt.id)).totals).toEqual(receipt.totals)
    })

    test('hears of its receipt: file and link stand beside it, and nothing is written twice there', async () => {
      const { shop, person, sendMessages, submitted, noViolations, simulator, sugar } = pulling
      const id = person().writes({ ...sugar, number: 'INV-7009' })
      await sendMessages()
      const before = bookedIn(books, provider)
      const { receipt } = await submitted(id)
      for (const method of ['PUT', 'POST']) simulator().faults.push({ kind: 'drop-answer', times: 2, method })
      for (let round = 0; round < 10; round += 1) {
        await shop.drain()
        books.server.clock.advance(8 * 60_000)
      }
      const beside =
        provider === 'xero'
          ? books.xero.organizations[0]?.invoices.find((invoice) => invoice.id === id)
          : books.quickbooks.companies[0]
      const files =
        beside && 'attachables' in beside
          ? beside.attachables
              .filter((one) => one.invoice === id && one.fileName !== '')
              .map((one) => one.fileName)
          : beside?.attachments.map(({ fileName }) => fileName)
      const notes =
        beside && 'attachables' in beside
          ? beside.attachables.filter((one) => one.invoice === id && one.note !== '').map((one) => one.note)
          : beside?.history
      expect(files).toEqual([`Receipt ${receipt.rctvnum}.pdf`])
      expect(notes).toHaveLength(1)
      expect(notes?.[0]).toContain(receipt.verifyUrl)
      expect(bookedIn(books, provider)).toEqual(before)
      noViolations()
    })

    test('is not taken while that is turned off, which it is at first', async () => {
      const { shop, person, entryOf, readAll, sendMessages, sugar } = pulling
      await shop.call('accounting.pull', { provider, from: null })
      const id = person().writes({ ...sugar, number: 'INV-7010' })
      await sendMessages()
      expect(await entryOf(id)).toBeUndefined()
      await shop.call('accounting.pull', { provider, from: TODAY })
      await readAll()
      expect(await entryOf(id)).toMatchObject({ state: 'draft' })
      await shop.call('accounting.disconnect', { provider })
    })
  },
)
