import { distinctTaxNumber } from '#domain/identity/tin.ts'
import { remainingVendor } from '#domain/vendors/merge-vendors.ts'
import { isSameFromAbroad, isSharedTaxNumber } from '#domain/vendors/same-vendor.ts'
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

/** The first vendors by name. */
export function listVendors(db: AccountDatabase, limit: number): Promise<VendorRow[]> {
  return db.run(() => listByName(db.vendors, { limit }))
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
  if (nameKey === '') return (await listVendors(db, limit)).filter(isOffered)
  const [named, found] = await Promise.all([
    db.run(() => db.vendors.where('nameKey').equals(nameKey).toArray()),
    searchVendors(db, typed, limit),
  ])
  return mergeRows(named.filter(isOffered), found, limit)
}

type Named = Pick<Vendor, 'name' | 'taxNumber'>

/**
 * Finds out which of some names and tax numbers are only those of vendors that were inactivated or merged: what a vendor
 * that is still offered has too is not withdrawn.
 */
export async function withdrawnVendors(
  db: AccountDatabase,
  named: readonly Named[],
): Promise<(one: Named) => boolean> {
  const names = named.map(({ name }) => foldText(name))
  const numbers = named.map(({ taxNumber }) => numberKeyOf(taxNumber)).filter((key) => key !== '')
  const [sameName, sameNumber] = await Promise.all([
    db.run(() => db.vendors.where('nameKey').anyOf(names).toArray()),
    db.run(() => db.vendors.where('keys').anyOf(numbers).toArray()),
  ])
  const rows = [...sameName, ...sameNumber]
  const isWithdrawn = (partOf: (row: VendorRow) => string) => {
    const offered = new Set(rows.filter(isOffered).map(partOf))
    const withdrawn = new Set(rows.filter((row) => !isOffered(row)).map(partOf))
    return (value: string) => value !== '' && withdrawn.has(value) && !offered.has(value)
  }
  const isWithdrawnName = isWithdrawn(({ nameKey }) => nameKey)
  const isWithdrawnNumber = isWithdrawn(({ taxNumber }) => distinctTaxNumber(taxNumber))
  return ({ name, taxNumber }) => isWithdrawnName(foldText(name)) || isWithdrawnNumber(taxNumber)
}

/** Another vendor with the same tax number of its own or the same serial, neither empty (spec §8). */
export async function findVendorByNumbers(
  db: AccountDatabase,
  numbers: Pick<Vendor, 'taxNumber' | 'serial'>,
  exceptId?: string,
): Promise<VendorRow | undefined> {
  const { serial } = numbers
  const taxNumber = distinctTaxNumber(numbers.taxNumber)
  const keys = [taxNumber, serial].map(numberKeyOf).filter((key) => key !== '')
  if (keys.length === 0) return undefined
  const rows = await db.run(() => db.vendors.where('keys').anyOf(keys).toArray())
  return rows.find(
    (row) =>
      row.id !== exceptId &&
      ((taxNumber !== '' && row.taxNumber === taxNumber) || (serial !== '' && row.serial === serial)),
  )
}

async function listFromAbroad(db: AccountDatabase, vendor: Named): Promise<VendorRow[]> {
  if (!isSharedTaxNumber(vendor.taxNumber)) return []
  const rows = await db.run(() => db.vendors.where('nameKey').equals(foldText(vendor.name)).toArray())
  return rows.filter((row) => isSameFromAbroad(row, vendor))
}

/** The vendor that has a tax number that many share, and this name; of several records one that is still offered. */
export async function findVendorFromAbroad(
  db: AccountDatabase,
  vendor: Named,
): Promise<VendorRow | undefined> {
  const same = await listFromAbroad(db, vendor)
  return same.find(isOffered) ?? same[0]
}

/** Another record of that vendor, which was not merged into any. */
export async function findSecondFromAbroad(
  db: AccountDatabase,
  vendor: Named,
  exceptIds: readonly string[],
): Promise<VendorRow | undefined> {
  const same = await listFromAbroad(db, vendor)
  return same.find(({ id, mergedInto }) => !mergedInto && !exceptIds.includes(id))
}

/** The vendor with a number, one that many share only under its name, or the vendor that it was merged into. */
export async function findSeller(
  db: AccountDatabase,
  vendor: Pick<Vendor, 'taxNumber' | 'serial'> & Partial<Named>,
): Promise<VendorRow | undefined> {
  const { name = '', taxNumber } = vendor
  const found =
    (await findVendorByNumbers(db, vendor)) ?? (await findVendorFromAbroad(db, { name, taxNumber }))
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
