import { type Cents, minusCents, sumCents, toCents } from '../money/cents.ts'
import { splitByShare } from '../money/split-by-share.ts'
import { type BookDocument, type BookLine, type BookTaxTotal, LONGEST_NUMBER } from './book-document.ts'

const ZERO = toCents(0)

/** A part of a document: so much of each line, and so much of each kind of tax. */
function partOf(
  document: BookDocument,
  gross: readonly Cents[],
  taxOf: (kind: BookTaxTotal) => Cents,
): BookDocument {
  const lines = document.lines.map((line, index): BookLine => ({ ...line, gross: gross[index] ?? ZERO }))
  const taxes = document.taxes.map((kind): BookTaxTotal => {
    const taxAmount = taxOf(kind)
    const own = sumCents(lines.filter(({ tax }) => tax === kind.tax).map((line) => line.gross))
    return { ...kind, taxAmount, net: minusCents(own, taxAmount) }
  })
  const shares = new Map<BookLine, Cents>()
  for (const { tax, taxAmount } of taxes) {
    const own = lines.filter((line) => line.tax === tax)
    const parts = splitByShare(
      taxAmount,
      own.map((line) => line.gross),
    )
    for (const [index, line] of own.entries()) shares.set(line, parts[index] ?? ZERO)
  }
  const taxed = lines.map((line) => {
    const taxAmount = shares.get(line) ?? ZERO
    return { ...line, taxAmount, net: minusCents(line.gross, taxAmount) }
  })
  const total = sumCents(gross)
  const tax = sumCents(taxes.map(({ taxAmount }) => taxAmount))
  const isOf = (kind: BookTaxTotal) => taxed.some((line) => line.gross > 0 && line.tax === kind.tax)
  return {
    ...document,
    ...{ lines: taxed.filter((line) => line.gross > 0), taxes: taxes.filter(isOf), total, tax },
  }
}

/**
 * Splits a document into one of `first` cents (0 to its total) and one of the rest, every line and every kind of tax in
 * proportion. Both together are the document, to the cent, in total, tax and each kind of tax.
 */
export function splitDocument(document: BookDocument, first: Cents): readonly [BookDocument, BookDocument] {
  // The number of the other part is its own, where there are two: a service keeps each number once.
  const number = first === 0 ? document.number : `${document.number}R`.slice(-LONGEST_NUMBER)
  const gross = splitByShare(
    first,
    document.lines.map((line) => line.gross),
  )
  const rest = document.lines.map((line, index) => minusCents(line.gross, gross[index] ?? ZERO))
  const firstTax = ({ tax, taxAmount }: BookTaxTotal): Cents => {
    const ofKind = (amounts: readonly Cents[]) =>
      sumCents(amounts.filter((_, index) => document.lines[index]?.tax === tax))
    return splitByShare(taxAmount, [ofKind(gross), ofKind(rest)])[0] ?? ZERO
  }
  return [
    partOf(document, gross, firstTax),
    partOf({ ...document, number }, rest, (kind) => minusCents(kind.taxAmount, firstTax(kind))),
  ]
}
