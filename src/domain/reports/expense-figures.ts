import { type Cents, sumCents, ZERO_CENTS } from '../money/cents.ts'

/** What some expenses come to, in Tanzanian shillings. */
export type ExpenseFigures = {
  readonly count: number
  readonly net: Cents
  readonly vat: Cents
  readonly total: Cents
}

export const NO_EXPENSES: ExpenseFigures = { count: 0, net: ZERO_CENTS, vat: ZERO_CENTS, total: ZERO_CENTS }

export function sumFigures(a: ExpenseFigures, b: ExpenseFigures): ExpenseFigures {
  return {
    count: a.count + b.count,
    net: sumCents([a.net, b.net]),
    vat: sumCents([a.vat, b.vat]),
    total: sumCents([a.total, b.total]),
  }
}

/** Sums under keys, each with what names it: of the first thing added. */
export class FigureGroups<Name> {
  readonly #found = new Map<string, { name: Name; figures: ExpenseFigures }>()

  add(key: string, name: Name, figures: ExpenseFigures): void {
    const known = this.#found.get(key)
    this.#found.set(
      key,
      known ? { name: known.name, figures: sumFigures(known.figures, figures) } : { name, figures },
    )
  }

  /** In the order in which the keys were first added. */
  list(): (Name & ExpenseFigures)[] {
    return [...this.#found.values()].map(({ name, figures }) => ({ ...name, ...figures }))
  }

  largestFirst(): (Name & ExpenseFigures)[] {
    return this.list().sort((a, b) => b.total - a.total)
  }
}
