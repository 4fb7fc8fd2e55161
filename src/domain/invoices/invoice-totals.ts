import type { BasisPoints } from '../money/basis-points.ts'
import { type Cents, sumCents, toCents } from '../money/cents.ts'
import { splitInclusive } from '../tax/split-inclusive.ts'
import { TAX_LETTERS, type TaxLetter, taxLetter } from '../tax/tax-type.ts'
import type { InvoiceContent, InvoiceTotals, LetterTotal } from './invoice.ts'
import { chargedLine, lineAmounts } from './line-amounts.ts'

/** One taxed amount: what `letterTotals` adds up. */
export type TaxedAmount = { readonly letter: TaxLetter; readonly rate: BasisPoints; readonly gross: Cents }

/**
 * Adds gross amounts per tax letter first and splits each sum once, in letter order, only letters present (the TRA
 * portal shows tax per rate; per-line rounding would differ by cents). Two rates under one letter are not possible on
 * one receipt: `checkInvoice` refuses them before; here the first rate decides.
 */
export function letterTotals(amounts: readonly TaxedAmount[]): LetterTotal[] {
  const totals: LetterTotal[] = []
  for (const letter of TAX_LETTERS) {
    const own = amounts.filter((amount) => amount.letter === letter)
    const first = own[0]
    if (!first) continue
    const gross = sumCents(own.map((amount) => amount.gross))
    totals.push({ letter, rate: first.rate, gross, ...splitInclusive(gross, first.rate) })
  }
  return totals
}

/**
 * All totals of an invoice: the same figures on screen, on paper, in reports and in the authority's XML. For a seller
 * who is not registered for VAT every total is without tax, whatever rates the lines have.
 */
export function invoiceTotals(
  content: Pick<InvoiceContent, 'lines' | 'amountType'>,
  vatRegistered: boolean,
): InvoiceTotals {
  const lines = content.lines.map((uncharged) => {
    const line = chargedLine(uncharged, vatRegistered)
    return { line, amounts: lineAmounts(line, content.amountType) }
  })
  const perLetter = letterTotals(
    lines.map(({ line, amounts }) => ({
      letter: taxLetter(line.taxType, vatRegistered),
      rate: line.rate,
      gross: amounts.amount,
    })),
  )
  const totalIncludingTax = sumCents(perLetter.map((total) => total.gross))
  const totalVat = sumCents(perLetter.map((total) => total.tax))
  return {
    subTotal: sumCents(lines.map(({ amounts }) => amounts.before)),
    totalDiscount: sumCents(lines.map(({ amounts }) => amounts.discount)),
    totalExcludingTax: toCents(totalIncludingTax - totalVat),
    totalVat,
    totalIncludingTax,
    perLetter,
  }
}
