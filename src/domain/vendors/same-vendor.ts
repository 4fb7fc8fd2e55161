import { distinctTaxNumber } from '../identity/tin.ts'
import type { Vendor } from './vendor.ts'

/** Whether a tax number in stored form is one that many vendors share: it and the name together are those of one. */
export function isSharedTaxNumber(taxNumber: string): boolean {
  return taxNumber !== '' && distinctTaxNumber(taxNumber) === ''
}

/** Whether two vendors from abroad are one: they have the TIN that all of them share, and one name (tanzania-facts §1). */
export function isSameFromAbroad(
  one: Pick<Vendor, 'name' | 'taxNumber'>,
  other: Pick<Vendor, 'name' | 'taxNumber'>,
): boolean {
  if (!isSharedTaxNumber(one.taxNumber) || one.taxNumber !== other.taxNumber) return false
  return one.name !== '' && one.name.toLocaleLowerCase('en') === other.name.toLocaleLowerCase('en')
}
