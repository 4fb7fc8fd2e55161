import { msg } from '@lingui/core/macro'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { type Breakdown, type BreakdownLine, breakdown } from '#domain/reports/breakdown.ts'
import type { Translate } from '#i18n/format-dates.ts'

/** What the rows of stored totals count, by name. */
export type SoldNames = {
  /** Products and customers by id; absent for what was deleted. */
  readonly saved: ReadonlyMap<string, string>
  /** By id; `undefined` until they are found. */
  readonly operators: ReadonlyMap<string, string> | undefined
  readonly categoryOf: (productId: string) => string
}

/** What a list is about: the heading of its first column. */
export const BREAKDOWN_NAMES = {
  product: msg`Product`,
  category: msg`Category`,
  customer: msg`Customer`,
  operator: msg`Operator`,
}

const UNNAMED = {
  product: msg`Unsaved product`,
  category: msg`Without category`,
  customer: msg`Walk-in customer`,
  operator: msg`Unknown operator`,
}

/** The lines of a list, largest first; `undefined` until their names are known. */
export function soldLines(
  rows: readonly AggregateRow[],
  by: Breakdown,
  { operators, categoryOf }: SoldNames,
): BreakdownLine[] | undefined {
  if (by === 'operator' && operators === undefined) return undefined
  return breakdown(rows, by, (key) => (by === 'category' ? categoryOf(key) : key))
}

/**
 * The name of a line. A product or a customer that this phone does not have was deleted; an operator is not: the phone
 * has no list of them, so one whose invoices are not here is only unknown.
 */
export function soldName(by: Breakdown, key: string, names: SoldNames, translate: Translate): string {
  if (key === '') return translate(UNNAMED[by])
  switch (by) {
    case 'category':
      return key
    case 'operator':
      return names.operators?.get(key) ?? translate(UNNAMED.operator)
    case 'product':
    case 'customer':
      return names.saved.get(key) ?? translate(msg`Deleted`)
  }
}
