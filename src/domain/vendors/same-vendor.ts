import { distinctTaxNumber } from '../identity/tin.ts'
import type { Vendor } from './vendor.ts'

/** Whether a tax number in stored form is one that many vendors share: it and the name together are those of one. */
export function isSharedTaxNumber(taxNumber: string): boolean {
  return taxNumber !== '' && distinctTaxNumber(taxNumber) === ''
}

function isSameName(one: Pick<Vendor, 'name'>, other: Pick<Vendor, 'name'>): boolean {
  return one.name.toLocaleLowerCase('en') === other.name.toLocaleLowerCase('en')
}

/** Whether two vendors from abroad are one: they have the TIN that all of them share, and one name (tanzania-facts §1). */
export function isSameFromAbroad(
  one: Pick<Vendor, 'name' | 'taxNumber'>,
  other: Pick<Vendor, 'name' | 'taxNumber'>,
): boolean {
  if (!isSharedTaxNumber(one.taxNumber) || one.taxNumber !== other.taxNumber) return false
  return one.name !== '' && isSameName(one, other)
}

/**
 * Whether an edit may make a second record of a vendor from abroad that is offered. Two that are there already, from two
 * phones, can be corrected all the same; only that an inactive one is active again is checked.
 */
export function mayBecomeSecond(
  vendor: Pick<Vendor, 'name' | 'taxNumber' | 'active'>,
  before: Pick<Vendor, 'name' | 'taxNumber' | 'active'>,
): boolean {
  if (!vendor.active) return false
  return !before.active || vendor.taxNumber !== before.taxNumber || !isSameName(vendor, before)
}
