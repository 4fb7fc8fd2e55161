import type { AccountDatabase } from '#data/account-database.ts'
import { searchCustomers } from '#data/customers.ts'
import type { CustomerRow } from '#data/rows.ts'
import { FOUND_AT_MOST, readSortedRows, type SortedRows, withOthersBelow } from '#data/sorted-rows.ts'
import type { Sort, SortValue } from '#domain/lists/sort-rows.ts'
import type { Cents } from '#domain/money/cents.ts'
import { listShownCustomers } from '../list-shown.ts'

export type CustomerColumn = 'name' | 'phone' | 'number' | 'owed' | 'usedAt'

/** Columns that many customers can be sorted by; the others only when all are few enough to be read. */
export const INDEXED: readonly CustomerColumn[] = ['name', 'owed', 'usedAt']

export type CustomersWanted = {
  readonly text: string
  readonly archived: boolean
  readonly inside: readonly string[]
  readonly limit: number
  readonly sort: Sort<CustomerColumn>
  /** Who owes how much. */
  readonly owed: ReadonlyMap<string, Cents>
}

async function readFound(db: AccountDatabase, { text, archived, inside }: CustomersWanted) {
  if (archived) {
    const { rows } = await listShownCustomers(db, { text, archived, inside, limit: Number.POSITIVE_INFINITY })
    return { rows, complete: true }
  }
  if (text.trim() === '') return undefined
  const rows = await searchCustomers(db, text, FOUND_AT_MOST, inside)
  return { rows, complete: rows.length < FOUND_AT_MOST }
}

/**
 * The customers of the table in their order. The name and the last sale have indexes, and those who owe are few: these
 * three sort any number of customers. Phone and identification number sort up to `SORTED_AT_MOST`.
 */
export async function readCustomers(
  db: AccountDatabase,
  wanted: CustomersWanted,
): Promise<SortedRows<CustomerRow, CustomerColumn>> {
  const { owed, sort, limit } = wanted
  const table = db.customers
  const found = await readFound(db, wanted)
  return db.run(() =>
    readSortedRows<CustomerRow, Exclude<CustomerColumn, 'name'>>({
      table,
      ...(found ? { found } : {}),
      sort,
      limit,
      readValues: async (_, by) => {
        const values: Record<typeof by, (row: CustomerRow) => SortValue> = {
          phone: ({ phone }) => phone,
          number: ({ identificationNumber }) => identificationNumber,
          owed: ({ id }) => owed.get(id),
          usedAt: ({ usedAt }) => usedAt,
        }
        return values[by]
      },
      indexed: {
        usedAt: async (most, descending) => {
          const used = table.orderBy('usedAt')
          const first = await (descending ? used.reverse() : used).limit(most).toArray()
          return withOthersBelow(table, first, most)
        },
        owed: async (most, descending) => {
          const ids = [...owed].sort(([, one], [, other]) => (descending ? other - one : one - other))
          const first = await table.bulkGet(ids.slice(0, most).map(([id]) => id))
          return withOthersBelow(
            table,
            first.flatMap((row) => row ?? []),
            most,
          )
        },
      },
    }),
  )
}
