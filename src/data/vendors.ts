import { remainingVendor } from '#domain/vendors/merge-vendors.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText } from './fold-text.ts'
import { numberKeyOf } from './number-key.ts'
import type { VendorRow } from './rows.ts'
import { isOffered, listByName, mergeRows, searchByKeys } from './search-rows.ts'

export function findVendor(db: AccountDatabase, id: string): Promise<VendorRow | undefined> {
  return db.run(() => db.vendors.get(id))
}

/** Vendors of which a word of the name or a number begins with a text; `inactive` ones too where asked for. */
export function searchVendors(
  db: AccountDatabase,
  text: string,
  limit: number,
  withInactive = false,
): Promise<VendorRow[]> {
  return db.run(() => searchByKeys(db.vendors, text, limit, withInactive))
}

/** Vendors by name; `after` is the `pageKey` of the last row seen. */
export function listVendors(
  db: AccountDatabase,
  page: { readonly after?: string; readonly limit: number },
): Promise<VendorRow[]> {
  return db.run(() => listByName(db.vendors, page))
}

/**
 * The vendors offered while a name is typed: those that it finds, first those of exactly this name, which many others may
 * contain; before anything is typed, the first by name.
 */
export async function listOfferedVendors(
  db: AccountDatabase,
  typed: string,
  limit: number,
): Promise<VendorRow[]> {
  const nameKey = foldText(typed)
  if (nameKey === '') return (await listVendors(db, { limit })).filter(isOffered)
  const [named, found] = await Promise.all([
    db.run(() => db.vendors.where('nameKey').equals(nameKey).toArray()),
    searchVendors(db, typed, limit),
  ])
  return mergeRows(named.filter(isOffered), found, limit)
}

/** Another vendor with the same tax number or the same serial, neither empty (spec §8). */
export async function findVendorByNumbers(
  db: AccountDatabase,
  { taxNumber, serial }: Pick<Vendor, 'taxNumber' | 'serial'>,
  exceptId?: string,
): Promise<VendorRow | undefined> {
  const keys = [taxNumber, serial].map(numberKeyOf).filter((key) => key !== '')
  if (keys.length === 0) return undefined
  const rows = await db.run(() => db.vendors.where('keys').anyOf(keys).toArray())
  return rows.find(
    (row) =>
      row.id !== exceptId &&
      ((taxNumber !== '' && row.taxNumber === taxNumber) || (serial !== '' && row.serial === serial)),
  )
}

/** The vendor with a number, or the one that it was merged into. */
export async function findSeller(
  db: AccountDatabase,
  numbers: Pick<Vendor, 'taxNumber' | 'serial'>,
): Promise<VendorRow | undefined> {
  const found = await findVendorByNumbers(db, numbers)
  if (!found?.mergedInto) return found
  const merged = await listMergedVendors(db)
  return remainingVendor(found, (id) => merged.find((row) => row.id === id))
}

/** The vendors that were merged, and those they were merged into. */
export async function listMergedVendors(db: AccountDatabase): Promise<VendorRow[]> {
  return db.run(async () => {
    const gone = await db.vendors.filter(({ mergedInto }) => Boolean(mergedInto)).toArray()
    const known = new Set(gone.map(({ id }) => id))
    const targets = gone.flatMap(({ mergedInto }) =>
      mergedInto && !known.has(mergedInto) ? [mergedInto] : [],
    )
    const stayed = await db.vendors.bulkGet([...new Set(targets)])
    return [...gone, ...stayed.filter((row) => row !== undefined)]
  })
}
