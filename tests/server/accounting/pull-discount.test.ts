import { afterAll, beforeAll, expect, test } from 'vitest'
import { THEIR_TAXES } from './book-person.ts'
import { type Books, startBooks } from './bookkeeping.ts'
import { openPulling, type Pulling } from './pulling.ts'

const tax = THEIR_TAXES.quickbooks
let books: Books
let pulling: Pulling
beforeAll(async () => {
  books = await startBooks()
  pulling = await openPulling(books, 'quickbooks')
})
afterAll(async () => await books.stop())

const lines = [
  { text: 'Saruji', cents: 123_457, tax: tax.standard, quantity: 7 },
  { text: 'Unga', cents: 88_771, tax: tax.exempted },
]

test.each(['exclusive', 'inclusive'] as const)(
  'a discount over a whole invoice of QuickBooks (%s of tax) is in the draft, equal to the cent (spec §1)',
  async (amounts) => {
    const { person, draftOf, sendMessages, noViolations } = pulling
    const id = person().writes({ number: `INV-D-${amounts}`, amounts, lines, discount: { cents: 10_001 } })
    await sendMessages()
    const theirs = books.quickbooks.companies[0]?.sales.find((sale) => sale.id === id)
    const { totals } = await draftOf(id)
    expect([totals.totalIncludingTax, totals.totalVat]).toEqual([theirs?.total, theirs?.tax])
    noViolations()
  },
)

test('a discount that QuickBooks takes off after the tax waits for a person, and says why', async () => {
  const { person, entryOf, sendMessages } = pulling
  const discount = { cents: 10_000, afterTax: true }
  const id = person().writes({ number: 'INV-D-after', amounts: 'exclusive', lines, discount })
  await sendMessages()
  expect(await entryOf(id)).toMatchObject({ state: 'attention', problem: 'discount', invoiceId: null })
})
