import type { FiscalPaymentType } from '../fiscal/fiscal-receipt.ts'
import { type Cents, toCents, ZERO_CENTS } from '../money/cents.ts'
import type { TaxLetter } from '../tax/tax-type.ts'

/** Stored totals: per day of the company, per month of each product, customer and operator, and stock. */
export const AGGREGATE_KINDS = ['day', 'month-product', 'month-customer', 'month-operator', 'stock'] as const
export type AggregateKind = (typeof AGGREGATE_KINDS)[number]

/** What is counted. Amounts in cents; canceled and refunded amounts are separate: gross equals the authority's. */
export type AggregateFigures = {
  /** Receipts; lines for a product. */
  readonly count: number
  /** Thousandths of a piece. */
  readonly quantity: number
  readonly gross: Cents
  readonly net: Cents
  readonly vat: Cents
  readonly discount: Cents
  readonly canceledCount: number
  readonly canceledGross: Cents
  /** Credit notes and their refunds; lines for a product. Never subtracted from the gross. */
  readonly refundedCount: number
  readonly refundedGross: Cents
  readonly refundedVat: Cents
  /** Letters that occurred. Of one product: the letters it was sold under. */
  readonly perLetter: Readonly<Partial<Record<TaxLetter, { readonly net: Cents; readonly tax: Cents }>>>
  /** Payment types that occurred, INVOICE for what stayed unpaid; empty for a product. */
  readonly perPayment: Readonly<Partial<Record<FiscalPaymentType, Cents>>>
}

export type AggregateRow = {
  readonly kind: AggregateKind
  /** A day (`2026-11-21`) or a month (`2026-11`). */
  readonly period: string
  /** What is counted: empty for a day, else the id; also empty for walk-in customers and unsaved products. */
  readonly key: string
  readonly figures: AggregateFigures
}

export const ZERO_FIGURES: AggregateFigures = {
  count: 0,
  quantity: 0,
  gross: ZERO_CENTS,
  net: ZERO_CENTS,
  vat: ZERO_CENTS,
  discount: ZERO_CENTS,
  canceledCount: 0,
  canceledGross: ZERO_CENTS,
  refundedCount: 0,
  refundedGross: ZERO_CENTS,
  refundedVat: ZERO_CENTS,
  perLetter: {},
  perPayment: {},
}

function addRecords<K extends string, V>(
  a: Readonly<Partial<Record<K, V>>>,
  b: Readonly<Partial<Record<K, V>>>,
  add: (one: V, other: V) => V,
): Partial<Record<K, V>> {
  const sum: Partial<Record<K, V>> = { ...a }
  for (const key in b) {
    const one = sum[key]
    const other = b[key]
    if (other !== undefined) sum[key] = one === undefined ? other : add(one, other)
  }
  return sum
}

function addCents(a: Cents, b: Cents): Cents {
  return toCents(a + b)
}

/** Sum of two sets of figures: order and grouping do not matter, `ZERO_FIGURES` changes nothing. */
export function addFigures(a: AggregateFigures, b: AggregateFigures): AggregateFigures {
  return {
    count: a.count + b.count,
    quantity: a.quantity + b.quantity,
    gross: addCents(a.gross, b.gross),
    net: addCents(a.net, b.net),
    vat: addCents(a.vat, b.vat),
    discount: addCents(a.discount, b.discount),
    canceledCount: a.canceledCount + b.canceledCount,
    canceledGross: addCents(a.canceledGross, b.canceledGross),
    refundedCount: a.refundedCount + b.refundedCount,
    refundedGross: addCents(a.refundedGross, b.refundedGross),
    refundedVat: addCents(a.refundedVat, b.refundedVat),
    perLetter: addRecords(a.perLetter, b.perLetter, (one, other) => ({
      net: addCents(one.net, other.net),
      tax: addCents(one.tax, other.tax),
    })),
    perPayment: addRecords(a.perPayment, b.perPayment, addCents),
  }
}

/** Identity of a row within a company. */
export function aggregateId(row: Pick<AggregateRow, 'kind' | 'period' | 'key'>): string {
  return `${row.kind}:${row.period}:${row.key}`
}

/** Sum of two rows of the same thing and time. Throws `RangeError` when they are not. */
export function addAggregate(a: AggregateRow, b: AggregateRow): AggregateRow {
  if (aggregateId(a) !== aggregateId(b)) throw new RangeError(`${aggregateId(a)} is not ${aggregateId(b)}`)
  return { ...a, figures: addFigures(a.figures, b.figures) }
}

/** Adds up rows of the same thing and time: one row each, in the order of their ids. */
export function mergeAggregates(rows: Iterable<AggregateRow>): AggregateRow[] {
  const sums = new Map<string, AggregateRow>()
  for (const row of rows) {
    const id = aggregateId(row)
    const sum = sums.get(id)
    sums.set(id, sum === undefined ? row : addAggregate(sum, row))
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
