import type { CreditNote, Invoice } from '../invoices/invoice.ts'
import type { Quantity } from '../money/quantity.ts'
import { type AggregateRow, mergeAggregates, ZERO_FIGURES } from '../reports/aggregate.ts'
import type { CountedEvent } from '../reports/invoice-deltas.ts'

/** Why a level changes by hand: goods came, it was counted, or goods are gone without a sale. */
export const STOCK_REASONS = ['received', 'counted', 'lost'] as const
export type StockReason = (typeof STOCK_REASONS)[number]

/** A level is one total over all time. */
export const STOCK_PERIOD = 'all'

function stockRow(key: string, quantity: number, entries: number): AggregateRow {
  const figures = { ...ZERO_FIGURES, quantity, count: entries }
  return { kind: 'stock', period: STOCK_PERIOD, key, figures }
}

/**
 * A movement that a person enters, in thousandths, below 0 when goods are gone. The first one begins the level of the
 * product: before it, sales are not counted. Movements are added, so the order in which phones send them does not matter.
 */
export function stockEntry(productId: string, quantity: number): AggregateRow {
  return stockRow(productId, quantity, 1)
}

/** What a sale takes from the levels of its products, and a cancellation gives back. It never stops a sale. */
export function stockDeltas({ lines }: Pick<Invoice, 'lines'>, event: CountedEvent): AggregateRow[] {
  const sign = event === 'sold' ? -1 : 1
  return mergeAggregates(
    lines.flatMap(({ productId, quantity }) =>
      productId === null ? [] : [stockRow(productId, sign * quantity, 0)],
    ),
  )
}

/** Goods that came back with a refund. */
export function stockRefund(
  { lines }: Pick<Invoice, 'lines'>,
  note: { readonly lines: readonly Pick<CreditNote['lines'][number], 'lineId' | 'quantity'>[] },
): AggregateRow[] {
  return mergeAggregates(
    note.lines.flatMap(({ lineId, quantity }) => {
      const productId = lines.find(({ id }) => id === lineId)?.productId ?? null
      return productId === null ? [] : [stockRow(productId, quantity, 0)]
    }),
  )
}

/** Everything a stored invoice changed, to return it to a server that lost it. */
export function allStockDeltas(invoice: Pick<Invoice, 'lines' | 'status' | 'creditNotes'>): AggregateRow[] {
  const events: CountedEvent[] = invoice.status === 'canceled' ? ['sold', 'canceled'] : ['sold']
  return mergeAggregates([
    ...events.flatMap((event) => stockDeltas(invoice, event)),
    ...(invoice.creditNotes ?? []).flatMap((note) => stockRefund(invoice, note)),
  ])
}

/** The movement of an entry: counted goods are compared with the level, lost ones are taken away. */
export function stockMovement(reason: StockReason, entered: number, level: number): number {
  switch (reason) {
    case 'received':
      return entered
    case 'counted':
      return entered - level
    case 'lost':
      return -entered
  }
}

/** Whether a level deserves attention: at or below what the shop chose, or nothing left. */
export function isLowStock(level: number, lowStock: Quantity | undefined): boolean {
  return level <= (lowStock ?? 0)
}
