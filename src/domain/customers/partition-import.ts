import type { CustomerFields } from './check-customer.ts'
import { identityKeys, type RowError } from './customer-table.ts'

export type ImportRow = { readonly row: number; readonly customer: CustomerFields }

/** The rows of a file compared with the company's customers. */
export type PartitionedImport = {
  /** To be saved. */
  readonly newRows: readonly ImportRow[]
  /** Customers that the company has under the same name: importing a file twice adds no customer. */
  readonly registered: number
  /** Numbers that another customer of the company has (spec §8). */
  readonly conflicts: readonly { readonly row: number; readonly name: string }[]
  /** Rows about the same customer as one above them. */
  readonly duplicates: readonly RowError[]
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Sorts the rows of a file: new customers, customers known already, and rows whose number another customer has. */
export function partitionImport(
  rows: readonly ImportRow[],
  known: Iterable<CustomerFields>,
): PartitionedImport {
  const names = new Map<string, string>()
  for (const customer of known) for (const key of identityKeys(customer)) names.set(key, customer.name)
  const firstRows = new Map<string, number>()
  const newRows: ImportRow[] = []
  const conflicts: { row: number; name: string }[] = []
  const duplicates: RowError[] = []
  let registered = 0
  for (const { row, customer } of rows) {
    const keys = identityKeys(customer)
    const owners = keys.flatMap((key) => names.get(key) ?? [])
    const first = keys.flatMap((key) => firstRows.get(key) ?? [])[0]
    for (const key of keys) if (!firstRows.has(key)) firstRows.set(key, row)
    const [owner] = owners
    if (first !== undefined) duplicates.push({ row, kind: 'repeated', first })
    else if (owner === undefined) newRows.push({ row, customer })
    else if (owners.every((name) => sameName(name, customer.name))) registered += 1
    else conflicts.push({ row, name: owner })
  }
  return { newRows, registered, conflicts, duplicates }
}
