import type { Instant } from '../calendar/east-africa.ts'
import type { AuthorityReceipt } from './authority-receipt.ts'
import { mayChange } from './change-status.ts'
import { sanitizeVendor, type VendorRules } from './check-vendor.ts'
import type { Expense, ExpenseVendor } from './expense.ts'

/**
 * The vendor with its empty fields filled in; a different tax number means a different vendor, which is left as it
 * is.
 */
function fillMissingFields(vendor: ExpenseVendor, seller: ExpenseVendor): ExpenseVendor {
  if (vendor.taxNumber !== '' && vendor.taxNumber !== seller.taxNumber) return vendor
  const { name, taxNumber, vatNumber, phone, serial } = vendor
  return {
    name: name || seller.name,
    taxNumber: taxNumber || seller.taxNumber,
    vatNumber: vatNumber || seller.vatNumber,
    phone: phone || seller.phone,
    serial: serial || seller.serial,
  }
}

/**
 * An expense after the authority's page was asked for its receipt (`null`: it has none). Fields of the vendor that
 * the person left empty are filled in while the expense is pending; nothing that a person entered is changed.
 */
export function applyAuthorityFinding(
  expense: Expense,
  receipt: AuthorityReceipt | null,
  at: Instant,
  rules: VendorRules,
): Expense {
  if (receipt === null) return { ...expense, authority: { outcome: 'unknown', total: null, at } }
  const { total, seller } = receipt
  const outcome = total === expense.totals.total ? 'known' : 'differs'
  const vendor = mayChange(expense)
    ? fillMissingFields(expense.vendor, sanitizeVendor(seller, rules))
    : expense.vendor
  return { ...expense, vendor, authority: { outcome, total, at } }
}
