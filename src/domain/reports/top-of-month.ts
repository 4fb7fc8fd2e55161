import { type Cents, toCents } from '../money/cents.ts'
import type { AggregateRow } from './aggregate.ts'

/** What one product, customer or operator was sold for, less what was canceled and refunded. */
export type TopEntry = { readonly key: string; readonly gross: Cents; readonly quantity: number }

/**
 * The keys that sold for most over the given months, largest first; the same amounts in the order of their keys. Rows
 * without a key (walk-in customers, unsaved products) and keys that sold nothing are left out.
 */
export function topOfMonth(rows: readonly AggregateRow[], limit: number): TopEntry[] {
  const sums = new Map<string, { gross: number; quantity: number }>()
  for (const { key, figures } of rows) {
    if (key === '') continue
    const known = sums.get(key) ?? { gross: 0, quantity: 0 }
    // A typing error that was canceled at once is no best seller.
    const kept = figures.gross - figures.canceledGross - figures.refundedGross
    sums.set(key, { gross: known.gross + kept, quantity: known.quantity + figures.quantity })
  }
  return [...sums]
    .filter(([, { gross }]) => gross > 0)
    .sort(([a, one], [b, other]) => other.gross - one.gross || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([key, { gross, quantity }]) => ({ key, gross: toCents(gross), quantity }))
}
