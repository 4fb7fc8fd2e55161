import type { CustomerFields } from './check-customer.ts'
import { marksOf, type RowFault } from './customer-table.ts'

export type ImportRow = { readonly row: number; readonly customer: CustomerFields }

/** The rows of a file against what the company has. */
export type SortedImport = {
  /** To be saved. */
  readonly fresh: readonly ImportRow[]
  /** The company has them under the same name: the same file twice adds nobody. */
  readonly registered: number
  /** Numbers that another customer of the company has (spec §8). */
  readonly taken: readonly { readonly row: number; readonly name: string }[]
  /** Rows about the same customer as one above them. */
  readonly repeated: readonly RowFault[]
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Parts the rows of a file: who is new, who is known already, and whose number somebody else has. */
export function sortImport(rows: readonly ImportRow[], known: Iterable<CustomerFields>): SortedImport {
  const names = new Map<string, string>()
  for (const customer of known) for (const mark of marksOf(customer)) names.set(mark, customer.name)
  const firstRows = new Map<string, number>()
  const fresh: ImportRow[] = []
  const taken: { row: number; name: string }[] = []
  const repeated: RowFault[] = []
  let registered = 0
  for (const { row, customer } of rows) {
    const marks = marksOf(customer)
    const holders = marks.flatMap((mark) => names.get(mark) ?? [])
    const first = marks.flatMap((mark) => firstRows.get(mark) ?? [])[0]
    for (const mark of marks) if (!firstRows.has(mark)) firstRows.set(mark, row)
    const [holder] = holders
    if (first !== undefined) repeated.push({ row, kind: 'repeated', first })
    else if (holder === undefined) fresh.push({ row, customer })
    else if (holders.every((name) => sameName(name, customer.name))) registered += 1
    else taken.push({ row, name: holder })
  }
  return { fresh, registered, taken, repeated }
}
