/** The order of a table: the column it is sorted by, and from which end. */
export type Sort<Column extends string> = { readonly by: Column; readonly descending: boolean }

/** What a row has in a column; an empty text and `undefined` mean that it has nothing. */
export type SortValue = string | number | undefined

/** The order after a choice of a column: the same one again is turned round, another begins with `firstDescending`. */
export function nextSort<Column extends string>(
  { by, descending }: Sort<Column>,
  chosen: Column,
  firstDescending: boolean,
): Sort<Column> {
  return { by: chosen, descending: by === chosen ? !descending : firstDescending }
}

function isEmpty(value: SortValue): boolean {
  return value === undefined || value === ''
}

function compare(one: SortValue, other: SortValue): number {
  if (one === other || one === undefined || other === undefined) return 0
  return one < other ? -1 : 1
}

/**
 * The rows in an order. Those without a value come last from either end, because a person who sorts by a column looks
 * for what is in it; equal ones follow each other by name.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  descending: boolean,
  sortValueOf: (row: Row) => SortValue,
  nameOf: (row: Row) => string,
): Row[] {
  const keyed = rows.map((row) => ({ row, value: sortValueOf(row), name: nameOf(row) }))
  keyed.sort((one, other) => {
    const [a, b] = [isEmpty(one.value), isEmpty(other.value)]
    if (a !== b) return a ? 1 : -1
    const order = a ? 0 : compare(one.value, other.value)
    return (descending ? -order : order) || compare(one.name, other.name)
  })
  return keyed.map(({ row }) => row)
}
