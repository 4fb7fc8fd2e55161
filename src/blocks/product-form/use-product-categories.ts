import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import { listProductCategories } from '#data/product-search.ts'

const NONE: readonly string[] = []

/** The categories of the price list, by name; empty while they are read. */
export function useProductCategories(db: AccountDatabase): readonly string[] {
  return useLiveQuery(() => listProductCategories(db), [db]) ?? NONE
}
