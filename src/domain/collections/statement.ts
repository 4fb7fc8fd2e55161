import { shareCredits } from '../accounting/share-credits.ts'
import { type FiscalDay, fiscalDayOf } from '../calendar/east-africa.ts'
import { groupBy } from '../group-by.ts'
import type { CreditNote, Invoice } from '../invoices/invoice.ts'
import { type Cents, minusCents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'
import type { Collection } from './collection.ts'

/** One line of the statement of a customer. */
export type StatementLine = {
  readonly day: FiscalDay
  readonly kind: 'sale' | 'refund' | 'paid-back' | 'payment'
  /** Verification code of the receipt, number of the credit note, or reference of the payment; empty when none. */
  readonly reference: string
  /** Below 0 for goods that came back. */
  readonly charged: Cents
  /** Below 0 for money that the customer got back. */
  readonly paid: Cents
  /** Owed after this line. */
  readonly balance: Cents
}

/** A sale as its statement shows it. A credit note that is not sent yet has no number. */
type StatementInvoice = Pick<Invoice, 'id' | 'status' | 'receipt' | 'saleAt' | 'totals' | 'payments'> & {
  readonly creditNotes?:
    | readonly (Pick<CreditNote, 'id' | 'at' | 'day' | 'total'> & Partial<Pick<CreditNote, 'number'>>)[]
    | undefined
}

type Entry = Omit<StatementLine, 'balance'> & { readonly at: string }

function saleEntry({ receipt, saleAt, totals, payments }: StatementInvoice): Entry {
  return {
    at: saleAt,
    // Not the day of its number, which a sale made offline gets after it may have been paid.
    day: fiscalDayOf(saleAt),
    kind: 'sale',
    reference: receipt?.rctvnum ?? '',
    charged: totals.totalIncludingTax,
    paid: sumCents(payments.map(({ amount }) => amount)),
  }
}

/** The goods of each credit note, and the money that went back with them when they were paid. */
function refundEntries(invoice: StatementInvoice, collections: readonly Collection[]): Entry[] {
  const shares = shareCredits(invoice, collections)
  return (invoice.creditNotes ?? []).flatMap(({ id, at, day, number, total }): Entry[] => {
    const paidBack = shares.get(id)?.paidBack ?? ZERO_CENTS
    const reference = number === undefined ? '' : String(number)
    const entry = { at, day, reference, charged: ZERO_CENTS, paid: ZERO_CENTS }
    return [
      { ...entry, kind: 'refund', charged: minusCents(ZERO_CENTS, total) },
      ...(paidBack > 0
        ? [{ ...entry, kind: 'paid-back' as const, paid: minusCents(ZERO_CENTS, paidBack) }]
        : []),
    ]
  })
}

/** Two phones may collect the same money; the server refuses the second, which counts for no other sale until then. */
function paymentEntries({ totals, payments }: StatementInvoice, collections: readonly Collection[]): Entry[] {
  let open = totals.totalIncludingTax - sumCents(payments.map(({ amount }) => amount))
  return collections.map(({ at, day, reference, amount }) => {
    const paid = toCents(Math.min(amount, open))
    open -= paid
    return { at, day, kind: 'payment', reference, charged: ZERO_CENTS, paid }
  })
}

/** An entry and its position, by day and time. */
type Placed = { readonly entry: Entry; readonly day: string; readonly at: string }

const later = (one: string, other: string) => (one < other ? other : one)

/** What belongs to a sale comes behind it, also when it is dated before it, or when the clock of a phone was wrong. */
function placeBehind(sale: Entry, entry: Entry): Placed {
  return { entry, day: later(sale.day, entry.day), at: later(sale.at, entry.at) }
}

function byTime(one: Placed, other: Placed): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  if (one.at === other.at) return 0
  return one.at < other.at ? -1 : 1
}

/**
 * What a customer bought, gave back, paid and got back, in the order of time, with what was owed after each. The last
 * balance is the sum of `stillOwed`. Canceled sales and payments are left out; drafts are not given in.
 */
export function statementLines(
  invoices: readonly StatementInvoice[],
  collections: readonly Collection[],
): StatementLine[] {
  const collected = groupBy(
    collections.filter(({ canceled }) => !canceled),
    ({ invoiceId }) => invoiceId,
  )
  const placed = invoices
    .filter(({ status }) => status !== 'canceled')
    .flatMap((invoice) => {
      const own = collected.get(invoice.id) ?? []
      const sale = saleEntry(invoice)
      return [sale, ...refundEntries(invoice, own), ...paymentEntries(invoice, own)].map((entry) =>
        placeBehind(sale, entry),
      )
    })
    .sort(byTime)
  let balance = 0
  return placed.map(({ entry }) => {
    const { at: _, ...line } = entry
    balance += line.charged - line.paid
    return { ...line, balance: toCents(balance) }
  })
}
