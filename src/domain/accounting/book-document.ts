import type { FiscalDay } from '../calendar/east-africa.ts'
import type { CreditNote, InvoiceLine, NumberedInvoice, PaymentType } from '../invoices/invoice.ts'
import { PAYMENT_TYPES } from '../invoices/invoice.ts'
import { chargedLine, lineAmounts } from '../invoices/line-amounts.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import { type Cents, minusCents, sumCents, toCents } from '../money/cents.ts'
import { quantityText } from '../money/quantity.ts'
import { splitByShare } from '../money/split-by-share.ts'
import { type TaxLetter, type TaxType, taxLetter } from '../tax/tax-type.ts'

/** How a line is taxed in the books; `none`: the seller is not registered for VAT. */
export const BOOK_TAXES = ['standard', 'zero_rated', 'special_relief', 'exempted', 'none'] as const
export type BookTax = (typeof BOOK_TAXES)[number]

/** One line as it is booked: `gross = net + tax`, in cents, discount already inside. */
export type BookLine = {
  readonly text: string
  readonly tax: BookTax
  readonly gross: Cents
  readonly net: Cents
  readonly taxAmount: Cents
}

/** The tax of one kind over all lines, as on the fiscal receipt. */
export type BookTaxTotal = {
  readonly tax: BookTax
  readonly rate: BasisPoints
  readonly net: Cents
  readonly taxAmount: Cents
}

/** A receipt or a credit note as it is booked in an accounting service. */
export type BookDocument = {
  /** Unique in the books: the verification code, with the number of the credit note behind it. */
  readonly number: string
  readonly day: FiscalDay
  /** The public page of the receipt at the authority. */
  readonly link: string
  readonly lines: readonly BookLine[]
  readonly taxes: readonly BookTaxTotal[]
  readonly total: Cents
  readonly tax: Cents
}

/** QuickBooks keeps 21 characters of a number. */
export const LONGEST_NUMBER = 21
const LONGEST_TEXT = 400

function bookTaxOf(type: TaxType, vatRegistered: boolean): BookTax {
  return vatRegistered ? type : 'none'
}

type Amount = { readonly line: InvoiceLine; readonly quantity: number; readonly gross: Cents }
type LetterTax = {
  readonly letter: TaxLetter
  readonly rate: BasisPoints
  readonly tax: Cents
  readonly net: Cents
}

/** Spreads the tax of each letter over its lines, so that lines and letters both add up to the receipt. */
function bookLines(
  amounts: readonly Amount[],
  perLetter: readonly LetterTax[],
  vatRegistered: boolean,
): { readonly lines: BookLine[]; readonly taxes: BookTaxTotal[] } {
  const letterOf = ({ line }: Amount) => taxLetter(line.taxType, vatRegistered)
  const shares = new Map<Amount, Cents>()
  const taxes: BookTaxTotal[] = []
  for (const { letter, rate, tax, net } of perLetter) {
    const own = amounts.filter((amount) => letterOf(amount) === letter)
    const parts = splitByShare(
      tax,
      own.map(({ gross }) => gross),
    )
    for (const [index, amount] of own.entries()) shares.set(amount, toCents(parts[index] ?? 0))
    const [first] = own
    if (first) taxes.push({ tax: bookTaxOf(first.line.taxType, vatRegistered), rate, net, taxAmount: tax })
  }
  const lines = amounts.map((amount) => {
    const taxAmount = shares.get(amount) ?? toCents(0)
    const { line, quantity, gross } = amount
    const pieces = quantityText(quantity as InvoiceLine['quantity'])
    return {
      text: `${pieces} × ${line.description}`.slice(0, LONGEST_TEXT),
      tax: bookTaxOf(line.taxType, vatRegistered),
      gross,
      net: minusCents(gross, taxAmount),
      taxAmount,
    }
  })
  return { lines, taxes }
}

/** The fiscal receipt as an invoice of the books. */
export function bookInvoice(invoice: NumberedInvoice): BookDocument {
  const { receipt, totals, vatRegistered } = invoice
  const amounts = invoice.lines.map((line) => ({
    line,
    quantity: line.quantity,
    gross: lineAmounts(chargedLine(line, vatRegistered), invoice.amountType).amount,
  }))
  return {
    number: receipt.rctvnum.slice(-LONGEST_NUMBER),
    day: receipt.issuedDay,
    link: receipt.verifyUrl,
    ...bookLines(amounts, totals.perLetter, vatRegistered),
    total: totals.totalIncludingTax,
    tax: totals.totalVat,
  }
}

/** A refund of goods as a credit note of the books. */
export function bookCredit(invoice: NumberedInvoice, note: CreditNote): BookDocument {
  const amounts = note.lines.flatMap(({ lineId, quantity, amount }) => {
    const line = invoice.lines.find(({ id }) => id === lineId)
    return line === undefined ? [] : [{ line, quantity, gross: amount }]
  })
  return {
    number: `${invoice.receipt.rctvnum}-CN${note.number}`.slice(-LONGEST_NUMBER),
    day: note.day,
    link: invoice.receipt.verifyUrl,
    ...bookLines(amounts, note.perLetter, invoice.vatRegistered),
    total: note.total,
    tax: sumCents(note.perLetter.map(({ tax }) => tax)),
  }
}

/** What was paid by each type; several payments of one type are one in the books. */
export function bookPayments(invoice: NumberedInvoice): { type: PaymentType; amount: Cents }[] {
  return PAYMENT_TYPES.flatMap((type) => {
    const amount = sumCents(invoice.payments.filter((one) => one.type === type).map((one) => one.amount))
    return amount > 0 ? [{ type, amount }] : []
  })
}
