import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BookSale, readBookSale } from '#domain/accounting/book-sale.ts'
import { proposeMapping, type UsedTax } from '#domain/accounting/mapping.ts'
import { type GroupTax, spreadDiscount, type UndiscountedLine } from '#domain/accounting/spread-discount.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { TODAY } from '../../server/accounting/bookkeeping.ts'

const USED: UsedTax[] = [
  { tax: 'standard', rate: toBasisPoints(1800) },
  { tax: 'exempted', rate: toBasisPoints(0) },
]
const CHOICES = {
  ...{ income: [{ id: '7', name: 'Sales' }], accounts: [{ id: '35', name: 'Cash' }] },
  taxes: [
    { id: '5:9', name: 'VAT 18%', rate: toBasisPoints(1800) },
    { id: '7:11', name: 'Exempt', rate: toBasisPoints(0) },
  ],
}
const MAPPING = proposeMapping(CHOICES, USED)
const RATES = { '5:9': 18, '7:11': 0 } as const
type Choice = keyof typeof RATES

const goods = fc.array(
  fc.record({ net: fc.integer({ min: 100, max: 5_000_000 }), tax: fc.constantFrom<Choice[]>('5:9', '7:11') }),
  { minLength: 1, maxLength: 8 },
)

/** An invoice as QuickBooks shows it: prices without tax, a discount that each rate bears by its share. */
function sale(
  lines: readonly { net: number; tax: Choice }[],
  permille: number,
  afterTax = false,
  told = true,
) {
  const undiscounted = lines.map(({ net, tax }): UndiscountedLine => {
    const line = { text: 'X', item: '', quantity: null, gross: toCents(net), taxAmount: toCents(0), tax }
    return { line, net: toCents(net), group: tax }
  })
  const all = lines.reduce((sum, { net }) => sum + net, 0)
  const discount = Math.floor((all * permille) / 1000)
  let [seen, shared] = [0, 0]
  const taxes = [...new Set(lines.map(({ tax }) => tax))].map((tax): GroupTax => {
    const net = lines.filter((line) => line.tax === tax).reduce((sum, line) => sum + line.net, 0)
    seen += net
    const share = Math.round((discount * seen) / all) - shared
    shared += share
    const taxable = net - (afterTax ? 0 : share)
    const amount = Math.floor((taxable * RATES[tax] + 50) / 100)
    return { group: tax, tax: toCents(amount), taxable: told ? toCents(taxable) : null }
  })
  const tax = taxes.reduce((sum, one) => sum + one.tax, 0)
  const total = toCents(all - discount + tax)
  const book: BookSale = {
    ...{ id: '1', number: 'INV-1', mark: 'INV-1', day: TODAY, currency: 'TZS', state: 'live' as const },
    ...{ reference: '', customer: { name: 'Neema', tin: '' }, payments: [], total },
    ...{ lines: spreadDiscount(undiscounted, taxes, total), discount: toCents(discount) },
  }
  return { book, tax, discount }
}

/** Total and tax of the receipt that an invoice becomes. */
function figures(read: ReturnType<typeof readBookSale>) {
  if (!read.ok) return read.problem
  const lines = read.draft.lines.map((line) => ({
    ...line,
    ...{ id: 'a', productId: null, rate: toBasisPoints(line.taxType === 'standard' ? 1800 : 0) },
  }))
  const { totalIncludingTax, totalVat } = invoiceTotals({ ...read.draft, lines }, true)
  return [totalIncludingTax, totalVat]
}

test('a discount over a whole invoice leaves total and tax of the books, to the cent (integrations §2.4)', () => {
  fc.assert(
    fc.property(goods, fc.integer({ min: 1, max: 900 }), (lines, permille) => {
      const { book, tax } = sale(lines, permille)
      expect(figures(readBookSale(book, MAPPING, USED))).toEqual([book.total, tax])
    }),
    { numRuns: 1000 },
  )
})

test('where the books do not say what a rate bears, it is exact too, or a person is asked', () => {
  fc.assert(
    fc.property(goods, fc.integer({ min: 1, max: 900 }), (lines, permille) => {
      const { book, tax } = sale(lines, permille, false, false)
      expect([JSON.stringify([book.total, tax]), '"discount"']).toContain(
        JSON.stringify(figures(readBookSale(book, MAPPING, USED))),
      )
    }),
    { numRuns: 1000 },
  )
})

test('a discount that is taken off after the tax asks a person: a receipt has less tax', () => {
  const { book } = sale([{ net: 100_000, tax: '5:9' }], 100, true)
  expect(readBookSale(book, MAPPING, USED)).toMatchObject({ ok: false, problem: 'discount' })
})
