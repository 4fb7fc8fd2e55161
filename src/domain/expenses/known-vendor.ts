import { bareNumber } from '../identity/bare-number.ts'
import { distinctTaxNumber } from '../identity/tin.ts'
import { oneLine } from '../text/one-line.ts'
import { type ExpenseVendor, NO_VENDOR } from './expense.ts'

type Named = Pick<ExpenseVendor, 'name' | 'taxNumber'>

/**
 * Whether a vendor is still the one it was before an edit: by the tax numbers or, where one has none of its own, by the
 * names.
 */
function isStill(before: Named, now: Named): boolean {
  const [number, numberNow] = [bareNumber(before.taxNumber), bareNumber(now.taxNumber)]
  if (distinctTaxNumber(number) && distinctTaxNumber(numberNow)) return number === numberNow
  const [name, nameNow] = [before, now].map((vendor) => oneLine(vendor.name).toLocaleLowerCase('en'))
  // Two without a name: one of them got its number now, or lost it, or it is the same one.
  if (!name && !nameNow) return !number || !numberNow || number === numberNow
  // One without a name is named now: it had no number, or keeps the one that many share.
  return name === nameNow || (!name && (!number || number === numberNow))
}

/**
 * What is known of the vendor in a form besides name and tax number: from its receipt, or from the edited expense unless
 * its vendor was another one.
 */
export function knownVendor(
  form: {
    readonly vendorName: string
    readonly vendorTaxNumber: string
    readonly seller?: ExpenseVendor | undefined
  },
  edited: ExpenseVendor | undefined,
): ExpenseVendor {
  const { vendorName: name, vendorTaxNumber: taxNumber, seller } = form
  if (seller?.taxNumber === taxNumber) return seller
  return edited && isStill(edited, { name, taxNumber }) ? edited : NO_VENDOR
}
