import type { Instant } from '../calendar/east-africa.ts'
import type { Cents } from '../money/cents.ts'
import { type AuthorityReceipt, MAX_AUTHORITY_ITEMS } from './authority-receipt.ts'
import { mayChange } from './change-status.ts'
import { sanitizeVendor, type VendorRules } from './check-vendor.ts'
import type { AuthorityFinding, Expense, ExpenseFields, ExpenseTotals, ExpenseVendor } from './expense.ts'

/** Sellers round their tax by line or by letter: one cent for each line that a page can have. */
const TAX_ROUNDING_CENTS = MAX_AUTHORITY_ITEMS
/** An amount without its VAT cannot come to every total. */
const EXCLUSIVE_ROUNDING_CENTS = 1

type Compared = Pick<Expense, 'authority' | 'amountType' | 'totals'>

/**
 * Whether amounts are those of a receipt. VAT that is written down must be that of the receipt; an expense without VAT
 * claims none. Of answers from before the VAT was kept, only the total is compared.
 */
export function isOfReceipt(
  {
    amountType,
    totals,
  }: Pick<Expense, 'amountType'> & { readonly totals: Pick<ExpenseTotals, 'total' | 'vat'> },
  { total, tax }: { readonly total: Cents; readonly tax?: Cents | undefined },
): boolean {
  const rounding = amountType === 'EXCLUSIVE' ? EXCLUSIVE_ROUNDING_CENTS : 0
  const sameTotal = Math.abs(total - totals.total) <= rounding
  return (
    sameTotal && (tax === undefined || totals.vat === 0 || Math.abs(tax - totals.vat) <= TAX_ROUNDING_CENTS)
  )
}

/**
 * What the authority answered about the receipt of an expense, compared with the amounts that the expense has now: they
 * may have changed since it was asked.
 */
export function comparedFinding({ authority, amountType, totals }: Compared): AuthorityFinding | undefined {
  if (authority === undefined || authority.total === null) return authority
  const { total, tax } = authority
  return { ...authority, outcome: isOfReceipt({ amountType, totals }, { total, tax }) ? 'known' : 'differs' }
}

/** Whether two states of an expense are of the same receipt: the authority's answer is then about both. */
export function isSameReceipt(
  before: Pick<ExpenseFields, 'receiptCode' | 'receiptTime'> | undefined,
  after: Pick<ExpenseFields, 'receiptCode' | 'receiptTime'>,
): boolean {
  return before?.receiptCode === after.receiptCode && before.receiptTime === after.receiptTime
}

/** The authority's answer as an edited expense takes it over: none where the receipt is another one. */
export function findingAfterEdit(
  before: Pick<Expense, 'authority' | 'receiptCode' | 'receiptTime'> | undefined,
  after: ExpenseFields & Pick<Expense, 'totals'>,
): Pick<Expense, 'authority'> {
  if (before?.authority === undefined || !isSameReceipt(before, after)) return {}
  const authority = comparedFinding({ ...after, authority: before.authority })
  return authority === undefined ? {} : { authority }
}

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
  const { total, tax, seller } = receipt
  const vendor = mayChange(expense)
    ? fillMissingFields(expense.vendor, sanitizeVendor(seller, rules))
    : expense.vendor
  const authority = comparedFinding({ ...expense, authority: { outcome: 'known', total, tax, at } })
  return { ...expense, vendor, ...(authority && { authority }) }
}
