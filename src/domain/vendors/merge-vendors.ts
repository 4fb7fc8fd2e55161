import { distinctTaxNumber } from '../identity/tin.ts'
import type { Vendor } from './vendor.ts'

/** Longer chains of merged vendors do not come about; the limit ends a circle. */
const LONGEST_CHAIN = 20

/**
 * Two records of one vendor: `stays` takes every detail it lacks from `goes`. `goes` is inactive from then on and gives up
 * the numbers that only one record of a company may have, where the other takes them.
 */
export function mergeVendors(stays: Vendor, goes: Vendor): { readonly stays: Vendor; readonly goes: Vendor } {
  const takesTax = stays.taxNumber === '' && goes.taxNumber !== ''
  const takesSerial = stays.serial === '' && goes.serial !== ''
  return {
    stays: {
      ...stays,
      // What form a tax number must have depends on where the vendor is.
      ...(takesTax ? { taxNumber: goes.taxNumber, foreign: goes.foreign } : {}),
      ...(takesSerial ? { serial: goes.serial } : {}),
      vatNumber: stays.vatNumber || goes.vatNumber,
      phone: stays.phone || goes.phone,
      address: stays.address || goes.address,
    },
    goes: {
      ...goes,
      ...(takesTax ? { taxNumber: '' } : {}),
      ...(takesSerial ? { serial: '' } : {}),
      active: false,
      mergedInto: stays.id,
    },
  }
}

/** The vendor that stays of those that were merged with this one; itself if none was or that one is not known. */
export function remainingVendor<T extends Pick<Vendor, 'id' | 'mergedInto'>>(
  vendor: T,
  find: (id: string) => T | undefined,
): T {
  let current = vendor
  for (let step = 0; step < LONGEST_CHAIN && current.mergedInto; step += 1) {
    const next = find(current.mergedInto)
    if (next === undefined) break
    current = next
  }
  return current
}

type Seller = Pick<Vendor, 'name' | 'taxNumber'>

function nameKey({ name }: Pick<Seller, 'name'>): string {
  return name.toLocaleLowerCase('en')
}

function sellerKey(seller: Seller): string {
  return distinctTaxNumber(seller.taxNumber) || nameKey(seller)
}

/**
 * Names the seller of an expense: the vendor that stayed, for one of those that were merged, which the expense names by its
 * record, its tax number or, without one, its name.
 */
export function sellerAfterMerges(vendors: readonly Vendor[]): (seller: Seller, vendorId?: string) => Seller {
  const byId = new Map(vendors.map((vendor) => [vendor.id, vendor]))
  const merged = new Map<string, Seller>()
  for (const vendor of vendors) {
    if (!vendor.mergedInto) continue
    const stays = remainingVendor(vendor, (id) => byId.get(id))
    const { name, taxNumber } = stays
    for (const one of [vendor, stays]) {
      merged.set(one.id, { name, taxNumber })
      merged.set(sellerKey(one), { name, taxNumber })
      merged.set(nameKey(one), { name, taxNumber })
    }
  }
  return (seller, vendorId) => {
    // A record that was not merged may have the same name.
    const key = vendorId === undefined ? sellerKey(seller) : distinctTaxNumber(seller.taxNumber)
    return merged.get(vendorId ?? '') ?? merged.get(key) ?? seller
  }
}
