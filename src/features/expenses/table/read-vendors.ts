import type { AccountDatabase } from '#data/account-database.ts'
import type { VendorRow } from '#data/rows.ts'
import { isListed } from '#data/search-rows.ts'
import { FOUND_AT_MOST, readSortedRows, type SortedRows } from '#data/sorted-rows.ts'
import { searchVendors } from '#data/vendors.ts'
import type { Sort, SortValue } from '#domain/lists/sort-rows.ts'

export type VendorColumn = 'name' | 'taxNumber' | 'vatNumber' | 'phone' | 'status'

/** Many vendors can be sorted by the name; by the others only when all are few enough to be read. */
export const INDEXED: readonly VendorColumn[] = ['name']

export type VendorsWanted = {
  readonly text: string
  readonly limit: number
  readonly sort: Sort<VendorColumn>
}

/** The vendors of the table in their order, with those that are switched off. */
export async function readVendors(
  db: AccountDatabase,
  { text, limit, sort }: VendorsWanted,
): Promise<SortedRows<VendorRow, VendorColumn>> {
  const rows = text.trim() === '' ? undefined : await searchVendors(db, text, FOUND_AT_MOST, true)
  return db.run(() =>
    readSortedRows<VendorRow, Exclude<VendorColumn, 'name'>>({
      table: db.vendors,
      ...(rows ? { found: { rows, complete: rows.length < FOUND_AT_MOST } } : {}),
      sort,
      limit,
      isShown: isListed,
      readValues: async (_, by) => {
        const values: Record<typeof by, (row: VendorRow) => SortValue> = {
          taxNumber: ({ taxNumber }) => taxNumber,
          vatNumber: ({ vatNumber }) => vatNumber,
          phone: ({ phone }) => phone,
          status: ({ active }) => (active ? 0 : 1),
        }
        return values[by]
      },
      indexed: {},
    }),
  )
}
