import { type FiscalDay, fiscalDayOf } from '../calendar/east-africa.ts'
import { fiscalPayments } from '../fiscal/fiscal-receipt.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { chargedLine, lineAmounts } from '../invoices/line-amounts.ts'
import { type Cents, minusCents, ZERO_CENTS } from '../money/cents.ts'
import { splitByShare } from '../money/split-by-share.ts'
import { type TaxLetter, taxLetter } from '../tax/tax-type.ts'
import {
  type AggregateFigures,
  type AggregateRow,
  addFigures,
  mergeAggregates,
  ZERO_FIGURES,
} from './aggregate.ts'
import { refundDeltas } from './refund-deltas.ts'

/**
 * What happened to the invoice: *sold* when the server numbered it (on a phone: when its submission is in the
 * outbox), *canceled* when a numbered one was canceled. A canceled draft was never sold and adds nothing.
 */
export type CountedEvent = 'sold' | 'canceled'

/** The part of an invoice that the figures are computed from. */
export type CountedInvoice = Pick<
  Invoice,
  | 'customer'
  | 'amountType'
  | 'lines'
  | 'payments'
  | 'totals'
  | 'receipt'
  | 'saleAt'
  | 'operatorId'
  | 'vatRegistered'
>

/** The day an invoice counts on: that of its receipt, before numbering that of the sale. A cancellation too. */
export function countedDay(invoice: Pick<Invoice, 'receipt' | 'saleAt'>): FiscalDay {
  return invoice.receipt?.issuedDay ?? fiscalDayOf(invoice.saleAt)
}

function quantityOf(invoice: CountedInvoice): number {
  return invoice.lines.reduce((sum, line) => sum + line.quantity, 0)
}

function wholeFigures(invoice: CountedInvoice, event: CountedEvent): AggregateFigures {
  const { totals } = invoice
  if (event === 'canceled') {
    return { ...ZERO_FIGURES, canceledCount: 1, canceledGross: totals.totalIncludingTax }
  }
  const payments = fiscalPayments(invoice.payments, totals.totalIncludingTax)
  return {
    ...ZERO_FIGURES,
    count: 1,
    quantity: quantityOf(invoice),
    gross: totals.totalIncludingTax,
    net: totals.totalExcludingTax,
    vat: totals.totalVat,
    discount: totals.totalDiscount,
    perLetter: Object.fromEntries(totals.perLetter.map(({ letter, net, tax }) => [letter, { net, tax }])),
    perPayment: Object.fromEntries(payments.map(({ type, amount }) => [type, amount])),
  }
}

type CountedLine = {
  readonly key: string
  readonly quantity: number
  readonly letter: TaxLetter
  readonly gross: Cents
  readonly discount: Cents
}

function countedLines(invoice: CountedInvoice): CountedLine[] {
  return invoice.lines.map((line) => {
    const amounts = lineAmounts(chargedLine(line, invoice.vatRegistered), invoice.amountType)
    return {
      key: line.productId ?? '',
      quantity: line.quantity,
      letter: taxLetter(line.taxType, invoice.vatRegistered),
      gross: amounts.amount,
      discount: amounts.discount,
    }
  })
}

/** Each line with its part of the letter's net, so that products add up to the receipt to the cent. */
function productFigures(invoice: CountedInvoice, event: CountedEvent): [string, AggregateFigures][] {
  const lines = countedLines(invoice)
  if (event === 'canceled') {
    return lines.map(({ key, gross }) => [key, { ...ZERO_FIGURES, canceledCount: 1, canceledGross: gross }])
  }
  return invoice.totals.perLetter.flatMap(({ letter, net }) => {
    const own = lines.filter((line) => line.letter === letter)
    const nets = splitByShare(
      net,
      own.map((line) => line.gross),
    )
    return own.map(({ key, quantity, gross, discount }, index): [string, AggregateFigures] => {
      const part = nets[index] ?? ZERO_CENTS
      const vat = minusCents(gross, part)
      const figures = { ...ZERO_FIGURES, count: 1, quantity, gross, net: part, vat, discount }
      return [key, { ...figures, perLetter: { [letter]: { net: part, tax: vat } } }]
    })
  })
}

/** What an event adds to the day of the company. */
export function dayDelta(invoice: CountedInvoice, event: CountedEvent): AggregateRow {
  return { kind: 'day', period: countedDay(invoice), key: '', figures: wholeFigures(invoice, event) }
}

/** What an event adds to the month of each product, of the customer and of the operator. */
export function monthDelta(invoice: CountedInvoice, event: CountedEvent): AggregateRow[] {
  const period = countedDay(invoice).slice(0, 7)
  const whole = wholeFigures(invoice, event)
  return mergeAggregates([
    { kind: 'month-customer', period, key: invoice.customer.customerId ?? '', figures: whole },
    { kind: 'month-operator', period, key: invoice.operatorId, figures: whole },
    ...productFigures(invoice, event).map(([key, figures]): AggregateRow => {
      return { kind: 'month-product', period, key, figures }
    }),
  ])
}

/** Everything a stored invoice ever added: to rebuild the totals, or to check the stored ones. */
export function allDeltas(invoice: CountedInvoice & Pick<Invoice, 'status' | 'creditNotes'>): AggregateRow[] {
  if (!invoice.receipt) return []
  const events: CountedEvent[] = invoice.status === 'canceled' ? ['sold', 'canceled'] : ['sold']
  return [
    ...events.flatMap((event) => [dayDelta(invoice, event), ...monthDelta(invoice, event)]),
    ...(invoice.creditNotes ?? []).flatMap((note) => refundDeltas(invoice, note)),
  ]
}

/** Figures of any number of rows together, for the total line of a report. */
export function totalFigures(rows: Iterable<AggregateRow>): AggregateFigures {
  let sum = ZERO_FIGURES
  for (const row of rows) sum = addFigures(sum, row.figures)
  return sum
}
