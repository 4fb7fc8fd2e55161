import {
  type AggregateFigures,
  type AggregateRow,
  aggregateId,
  mergeAggregates,
  ZERO_FIGURES,
} from './aggregate.ts'

/** One figure of a total that is stored otherwise than it is counted, by its name: `gross`, `perLetter.A.tax`. */
export type FigureDifference = { readonly name: string; readonly stored: number; readonly counted: number }

export type WrongTotal = {
  /** The total as it has to be. */
  readonly row: AggregateRow
  readonly differences: readonly FigureDifference[]
}

type Figures = number | undefined | { readonly [name: string]: Figures }

function flatten(figures: Figures, name: string): [string, number][] {
  if (figures === undefined) return []
  if (typeof figures === 'number') return [[name, figures]]
  return Object.entries(figures).flatMap(([part, value]) =>
    flatten(value, name === '' ? part : `${name}.${part}`),
  )
}

function differences(stored: AggregateFigures, counted: AggregateFigures): FigureDifference[] {
  const before = new Map(flatten(stored, ''))
  const after = new Map(flatten(counted, ''))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    // A letter or a payment that does not occur is 0.
    const [one, other] = [before.get(name) ?? 0, after.get(name) ?? 0]
    return one === other ? [] : [{ name, stored: one, counted: other }]
  })
}

/**
 * The stored totals that differ from those counted from the invoices, in the order of their ids. A total that is stored
 * and not counted has to be 0, one that is not stored counts as 0.
 */
export function compareTotals(
  stored: readonly AggregateRow[],
  counted: readonly AggregateRow[],
): WrongTotal[] {
  const zero = (row: AggregateRow): AggregateRow => ({ ...row, figures: ZERO_FIGURES })
  const before = new Map(stored.map((row) => [aggregateId(row), row.figures]))
  return mergeAggregates([...stored.map(zero), ...counted]).flatMap((row) => {
    const found = differences(before.get(aggregateId(row)) ?? ZERO_FIGURES, row.figures)
    return found.length === 0 ? [] : [{ row, differences: found }]
  })
}
