import type { DayRange } from '../calendar/period-presets.ts'
import type { FiscalPaymentType } from '../fiscal/fiscal-receipt.ts'
import type { CreditNote, Invoice } from '../invoices/invoice.ts'
import { type Cents, sumCents, toCents } from '../money/cents.ts'
import type { TaxLetter } from '../tax/tax-type.ts'
import { type CountedInvoice, countedDay, dayDelta, monthDelta } from './invoice-deltas.ts'

/** A figure of the sales report that is made of invoices. */
export type Figure =
  | { readonly by: 'gross' | 'net' | 'vat' | 'discount' | 'refunded' | 'canceled' }
  | { readonly by: 'letter'; readonly letter: TaxLetter }
  | { readonly by: 'payment'; readonly type: FiscalPaymentType }
  /** Lines of these products; a category is all of its products. An unsaved product is the empty id. */
  | { readonly by: 'product'; readonly ids: ReadonlySet<string> }
  /** A customer is all that were merged into it: invoices keep the id they were sold under. A walk-in is the empty id. */
  | { readonly by: 'customer'; readonly ids: ReadonlySet<string> }
  | { readonly by: 'operator'; readonly id: string }

type Part = CountedInvoice &
  Pick<Invoice, 'status'> & {
    readonly creditNotes?: readonly Pick<CreditNote, 'day' | 'total'>[] | undefined
  }

function refundedPart({ creditNotes = [] }: Part, { from, to }: DayRange): Cents | undefined {
  const notes = creditNotes.filter(({ day }) => day >= from && day <= to)
  return notes.length === 0 ? undefined : sumCents(notes.map(({ total }) => total))
}

function productPart(invoice: Part, ids: ReadonlySet<string>): Cents | undefined {
  const rows = monthDelta(invoice, 'sold').filter(({ kind, key }) => kind === 'month-product' && ids.has(key))
  return rows.length === 0 ? undefined : sumCents(rows.map(({ figures }) => figures.gross))
}

/**
 * What a sold invoice adds to a figure of a period, tax included except for *net*; `undefined` when it is not part of it.
 * The parts of all invoices add up to the figure: sales count on the day of the receipt, refunds on their own day.
 */
export function figurePart(invoice: Part, figure: Figure, range: DayRange): Cents | undefined {
  if (figure.by === 'refunded') return refundedPart(invoice, range)
  const day = countedDay(invoice)
  if (day < range.from || day > range.to) return undefined
  const { figures } = dayDelta(invoice, 'sold')
  switch (figure.by) {
    case 'gross':
    case 'net':
    case 'vat':
      return figures[figure.by]
    case 'discount':
      return figures.discount === 0 ? undefined : figures.discount
    case 'canceled':
      return invoice.status === 'canceled' ? figures.gross : undefined
    case 'letter': {
      const sales = figures.perLetter[figure.letter]
      return sales && toCents(sales.net + sales.tax)
    }
    case 'payment':
      return figures.perPayment[figure.type]
    case 'product':
      return productPart(invoice, figure.ids)
    case 'customer':
      return figure.ids.has(invoice.customer.customerId ?? '') ? figures.gross : undefined
    case 'operator':
      return invoice.operatorId === figure.id ? figures.gross : undefined
  }
}
