import {
  type AggregateFigures,
  type AggregateKind,
  type AggregateRow,
  addFigures,
  mergeAggregates,
} from './aggregate.ts'

/** What the sales of a period can be listed by. */
export const BREAKDOWNS = ['product', 'category', 'customer', 'operator'] as const
export type Breakdown = (typeof BREAKDOWNS)[number]

/** The stored totals that a list is made of; categories are those of the products. */
export const BREAKDOWN_KINDS = {
  product: 'month-product',
  category: 'month-product',
  customer: 'month-customer',
  operator: 'month-operator',
} as const satisfies Record<Breakdown, AggregateKind>

export type BreakdownLine = { readonly key: string; readonly figures: AggregateFigures }

/** A category, a product, or both; the empty text is what has none. */
export type SoldFilter = { readonly category?: string; readonly product?: string }

/** The rows of the products that a filter chooses; `categoryOf` says the category of a product. */
export function soldRows(
  rows: readonly AggregateRow[],
  { category, product }: SoldFilter,
  categoryOf: (productId: string) => string,
): AggregateRow[] {
  return rows.filter(
    ({ kind, key }) =>
      kind === 'month-product' &&
      (product === undefined || key === product) &&
      (category === undefined || categoryOf(key) === category),
  )
}

/**
 * The sales of one kind, largest first; months of the same thing are added up. `keyOf` says under what a row counts: its
 * own key, or the category of a product. The lines add up to the rows.
 */
export function breakdown(
  rows: readonly AggregateRow[],
  by: Breakdown,
  keyOf: (key: string) => string,
): BreakdownLine[] {
  const sums = new Map<string, AggregateFigures>()
  for (const { kind, key: rowKey, figures } of rows) {
    if (kind !== BREAKDOWN_KINDS[by]) continue
    const key = keyOf(rowKey)
    const known = sums.get(key)
    sums.set(key, known === undefined ? figures : addFigures(known, figures))
  }
  return [...sums]
    .map(([key, figures]) => ({ key, figures }))
    .filter(({ figures }) => figures.count > 0)
    .sort((a, b) => b.figures.gross - a.figures.gross || (a.key < b.key ? -1 : 1))
}

/** The rows of a period after customers were merged, and under which ids the sales of each of them were made. */
export type MergedRows = {
  readonly rows: readonly AggregateRow[]
  readonly idsOf: (customerId: string) => ReadonlySet<string>
}

/**
 * Counts sales to customers that were merged for the one that is left; stored totals and invoices keep the old id. A sum
 * and the invoices behind it agree only when both use the same ids, so they come together.
 */
export function mergeCustomerRows(
  rows: readonly AggregateRow[],
  mergedInto: (customerId: string) => string,
): MergedRows {
  const ids = new Map<string, Set<string>>()
  const moved = rows.map((row) => {
    if (row.kind !== 'month-customer') return row
    const key = mergedInto(row.key)
    ids.set(key, (ids.get(key) ?? new Set<string>()).add(row.key))
    return { ...row, key }
  })
  return { rows: mergeAggregates(moved), idsOf: (id) => ids.get(id) ?? new Set([id]) }
}

/** How many invoices the rows of a period count: each has one operator, as each has one customer. */
export function invoicesIn(rows: readonly AggregateRow[]): number {
  return rows.reduce((sum, { kind, figures }) => (kind === 'month-operator' ? sum + figures.count : sum), 0)
}
