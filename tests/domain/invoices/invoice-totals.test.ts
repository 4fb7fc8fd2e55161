import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceTotals, letterTotals } from '#domain/invoices/invoice-totals.ts'
import { LINE_LIMIT, lineAmounts } from '#domain/invoices/line-amounts.ts'
import { sumCents } from '#domain/money/cents.ts'
import { MAX_AMOUNT } from '#domain/money/money-text.ts'
import { MAX_QUANTITY, toQuantity } from '#domain/money/quantity.ts'
import { splitInclusive } from '#domain/tax/split-inclusive.ts'
import { exampleLine, percent, pieces, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const lettersA = (amounts: number[]) =>
  letterTotals(amounts.map((amount) => ({ letter: 'A' as const, rate: percent(18), gross: tsh(amount) })))

describe('lineAmounts', () => {
  it('takes the discount from the gross: 3 × 2,500 less 5 percent is 7,125.00, not 7,124.99', () => {
    const amounts = lineAmounts(
      { quantity: pieces(3), unitPrice: tsh(2500), discount: percent(5), rate: percent(18) },
      'INCLUSIVE',
    )
    expect(amounts).toEqual({ before: tsh(7500), discount: tsh(375), amount: tsh(7125), net: tsh(6038.14) })
  })

  it('fixes the gross line first when prices exclude VAT: round2(net × 1.18 × quantity)', () => {
    const line = { quantity: pieces(3), unitPrice: tsh(33.33), discount: percent(0), rate: percent(18) }
    // 33.33 × 3 × 1.18 = 117.9882
    expect(lineAmounts(line, 'EXCLUSIVE').amount).toBe(tsh(117.99))
    expect(lineAmounts({ ...line, unitPrice: tsh(10_000), quantity: pieces(1) }, 'EXCLUSIVE').amount).toBe(
      tsh(11_800),
    )
  })

  it('knows a quarter of a kilo and a line given away', () => {
    const line = { quantity: pieces(0.25), unitPrice: tsh(3_200), discount: percent(100), rate: percent(18) }
    expect(lineAmounts(line, 'INCLUSIVE')).toEqual({
      before: tsh(800),
      discount: tsh(800),
      amount: 0,
      net: 0,
    })
  })

  it('stays computable for the largest price and quantity a form can hold', () => {
    const line = {
      quantity: toQuantity(MAX_QUANTITY),
      unitPrice: MAX_AMOUNT,
      discount: percent(0),
      rate: percent(18),
    }
    expect(lineAmounts(line, 'EXCLUSIVE').amount).toBe(LINE_LIMIT)
    expect(LINE_LIMIT).toBeGreaterThan(MAX_AMOUNT)
  })
})

describe('letterTotals', () => {
  // The column "per letter" of the field comparison; the other one is what rounding per line would give.
  it.each([
    ['3 × 100.00', Array.from({ length: 3 }, () => 100), 254.24, 45.76, 254.25],
    ['7 × 1000.00', Array.from({ length: 7 }, () => 1000), 5932.2, 1067.8, 5932.22],
    ['12 × 500.00', Array.from({ length: 12 }, () => 500), 5084.75, 915.25, 5084.76],
    ['118 × 1.00', Array.from({ length: 118 }, () => 1), 100, 18, 100.3],
    ['1234.56 + 99.99 + 5.00', [1234.56, 99.99, 5], 1135.21, 204.34, 1135.22],
    ['11800 + 5900 + 2360', [11_800, 5_900, 2_360], 17_000, 3_060, 17_000],
  ])('splits %s once per letter', (_, amounts, net, tax, perLine) => {
    const gross = tsh(amounts.reduce((sum, amount) => sum + amount, 0))
    expect(lettersA(amounts)).toEqual([{ letter: 'A', rate: 1800, gross, net: tsh(net), tax: tsh(tax) }])
    expect(sumCents(amounts.map((amount) => splitInclusive(tsh(amount), percent(18)).net))).toBe(tsh(perLine))
  })

  it('gives the VAT totals of the shared example receipt: A 12593.22 / 2266.78, C 6400.00, E 1500.00', () => {
    const totals = letterTotals([
      { letter: 'E', rate: percent(0), gross: tsh(1_500) },
      { letter: 'A', rate: percent(18), gross: tsh(13_500 - 1_000) },
      { letter: 'C', rate: percent(0), gross: tsh(6_400) },
      { letter: 'A', rate: percent(18), gross: tsh(2_360) },
    ])
    expect(totals).toEqual([
      { letter: 'A', rate: 1800, gross: tsh(14_860), net: tsh(12_593.22), tax: tsh(2_266.78) },
      { letter: 'C', rate: 0, gross: tsh(6_400), net: tsh(6_400), tax: 0 },
      { letter: 'E', rate: 0, gross: tsh(1_500), net: tsh(1_500), tax: 0 },
    ])
    expect(sumCents(totals.map((total) => total.net))).toBe(tsh(20_493.22))
    expect(sumCents(totals.map((total) => total.gross))).toBe(tsh(22_760))
  })
})

describe('invoiceTotals', () => {
  it('adds up: letters to totals, net and tax to gross, before less discount to the amount due', () => {
    fc.assert(
      fc.property(anyContent, fc.boolean(), (content, vatRegistered) => {
        const totals = invoiceTotals(content, vatRegistered)
        const sum = (key: 'gross' | 'net' | 'tax') => sumCents(totals.perLetter.map((total) => total[key]))
        expect(sum('gross')).toBe(totals.totalIncludingTax)
        expect(sum('net')).toBe(totals.totalExcludingTax)
        expect(sum('tax')).toBe(totals.totalVat)
        expect(totals.subTotal - totals.totalDiscount).toBe(totals.totalIncludingTax)
        for (const { gross, net, tax } of totals.perLetter) expect(net + tax).toBe(gross)
      }),
    )
  })

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(anyContent, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (content, places) => {
        const shuffled = content.lines
          .map((line, index) => ({ line, place: places[index] ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ line }) => line)
        expect(invoiceTotals({ ...content, lines: shuffled }, true)).toEqual(invoiceTotals(content, true))
      }),
    )
  })

  it('keeps inclusive prices as the truth: whole pieces without discount cost price × pieces to the cent', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const lines = content.lines.map((line, index) => ({
          ...line,
          quantity: pieces(index + 1),
          discount: percent(0),
        }))
        const expected = lines.reduce((sum, line, index) => sum + line.unitPrice * (index + 1), 0)
        expect(invoiceTotals({ lines, amountType: 'INCLUSIVE' }, true).totalIncludingTax).toBe(expected)
      }),
    )
  })

  it('shows no tax for a seller who is not registered for VAT, even on lines with an old rate', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const totals = invoiceTotals(content, false)
        expect(totals.totalVat).toBe(0)
        expect(totals.totalExcludingTax).toBe(totals.totalIncludingTax)
        expect(totals.perLetter.map(({ letter, rate }) => [letter, rate])).toEqual([['C', 0]])
      }),
    )
  })

  it('does not put VAT on the exclusive prices of such a seller', () => {
    const content = { lines: [exampleLine({ unitPrice: tsh(1_000) })], amountType: 'EXCLUSIVE' as const }
    expect(invoiceTotals(content, true).totalIncludingTax).toBe(tsh(1_180))
    expect(invoiceTotals(content, false).totalIncludingTax).toBe(tsh(1_000))
  })

  it('is all zeros without lines', () => {
    expect(invoiceTotals({ lines: [], amountType: 'INCLUSIVE' }, true)).toEqual({
      subTotal: 0,
      totalDiscount: 0,
      totalExcludingTax: 0,
      totalVat: 0,
      totalIncludingTax: 0,
      perLetter: [],
    })
  })
})
