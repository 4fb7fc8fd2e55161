import { normalizeVendor, type VendorRules, vendorPartRefusals } from '../expenses/check-vendor.ts'
import type { ExpenseVendor } from '../expenses/expense.ts'
import type { VendorRefusal } from '../expenses/expense-refusals.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import type { Vendor } from './vendor.ts'
import type { VendorFormRefusal } from './vendor-refusals.ts'

export const MAX_VENDOR_ADDRESS = 200

/** The vendor form as typed. */
export type VendorForm = Omit<Vendor, 'id' | 'companyId' | 'rev' | 'active' | 'mergedInto'>

/**
 * Validates the vendor form (spec §5, both readings as the company's settings say): the fields in stored form, or every
 * refusal at its field. Only the name is required: market traders have no numbers. Numbers that are as in `recorded`, the
 * vendor before an edit, are not judged again.
 */
export function checkVendorForm(
  form: VendorForm,
  rules: VendorRules,
  recorded?: ExpenseVendor,
): Result<VendorForm, VendorFormRefusal | VendorRefusal> {
  const address = oneLine(form.address)
  const { foreign } = form
  const vendor = normalizeVendor(form)
  const refusals: FieldRefusal<VendorFormRefusal | VendorRefusal>[] = []
  if (vendor.name === '') refusals.push({ path: 'name', code: 'VENDOR_NAME_REQUIRED' })
  refusals.push(...vendorPartRefusals({ ...vendor, foreign }, rules, recorded))
  if (address.length > MAX_VENDOR_ADDRESS) {
    refusals.push({ path: 'address', code: 'VENDOR_ADDRESS_TOO_LONG' })
  }
  if (refusals.length > 0) return refuse(refusals)
  const { name, taxNumber, vatNumber, phone, serial } = vendor
  return ok({ name, taxNumber, vatNumber, phone, serial, address, foreign })
}
