import type { CreditNote, Invoice } from '../invoices/invoice.ts'
import { type Cents, minusCents, sumCents, ZERO_CENTS } from '../money/cents.ts'
import { splitByShare } from '../money/split-by-share.ts'
import { taxLetter } from '../tax/tax-type.ts'
import { type AggregateFigures, type AggregateRow, mergeAggregates, ZERO_FIGURES } from './aggregate.ts'

/** The part of an invoice that a refund needs. */
export type RefundedInvoice = Pick<Invoice, 'customer' | 'lines' | 'operatorId' | 'vatRegistered'>

type Note = Pick<CreditNote, 'day' | 'lines' | 'perLetter' | 'total'>

function figures(gross: Cents, vat: Cents): AggregateFigures {
  return { ...ZERO_FIGURES, refundedCount: 1, refundedGross: gross, refundedVat: vat }
}

/** Each credited line with its part of the letter's tax, so that products add up to the note to the cent. */
function productRefunds(invoice: RefundedInvoice, note: Note): [string, AggregateFigures][] {
  const lines = note.lines.flatMap(({ lineId, amount }) => {
    const line = invoice.lines.find(({ id }) => id === lineId)
    return line
      ? [{ key: line.productId ?? '', letter: taxLetter(line.taxType, invoice.vatRegistered), amount }]
      : []
  })
  return lines.map(({ key, letter, amount }, index): [string, AggregateFigures] => {
    const own = lines.filter((line) => line.letter === letter)
    const taxes = splitByShare(
      note.perLetter.find((total) => total.letter === letter)?.tax ?? ZERO_CENTS,
      own.map((line) => line.amount),
    )
    const place = lines.slice(0, index).filter((line) => line.letter === letter).length
    return [key, figures(amount, taxes[place] ?? ZERO_CENTS)]
  })
}

/**
 * What a credit note adds to the stored totals: refunds are counted beside the gross, on the day and in the month of
 * the refund, for the product, the customer and the operator of the original.
 */
export function refundDeltas(invoice: RefundedInvoice, note: Note): AggregateRow[] {
  const net = sumCents(note.perLetter.map((total) => total.net))
  const whole = figures(note.total, minusCents(note.total, net))
  const period = note.day.slice(0, 7)
  return mergeAggregates([
    { kind: 'day', period: note.day, key: '', figures: whole },
    { kind: 'month-customer', period, key: invoice.customer.customerId ?? '', figures: whole },
    { kind: 'month-operator', period, key: invoice.operatorId, figures: whole },
    ...productRefunds(invoice, note).map(([key, part]): AggregateRow => {
      return { kind: 'month-product', period, key, figures: part }
    }),
  ])
}
