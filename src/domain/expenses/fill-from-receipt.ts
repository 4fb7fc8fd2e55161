import { type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { toBasisPoints } from '../money/basis-points.ts'
import { type Cents, minusCents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'
import { THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import { splitInclusive } from '../tax/split-inclusive.ts'
import type { TaxLetter, TaxType } from '../tax/tax-type.ts'
import { oneLine } from '../text/one-line.ts'
import { isOfReceipt } from './authority-finding.ts'
import type { AuthorityItem, AuthorityReceipt } from './authority-receipt.ts'
import { sanitizeVendor, type VendorRules } from './check-vendor.ts'
import type { ExpenseItem } from './expense.ts'
import { expenseFromForm } from './expense-from-form.ts'
import { type ExpenseTax, expenseRate, expenseTotals } from './expense-totals.ts'
import { exactTime, type QuickExpenseForm } from './quick-expense-form.ts'

const TYPE_OF: Readonly<Partial<Record<TaxLetter, TaxType>>> = {
  A: 'standard',
  C: 'zero_rated',
  D: 'special_relief',
  E: 'exempted',
}
const ONE = toQuantity(THOUSANDTHS)
const MAX_DESCRIPTION = 255
/** Sellers round their tax by line or by letter; either may be on the page (one cent a line). */
const ROUNDING_CENTS = 1

/** The items of a receipt as a description; '' when that would be too short. */
function namesOf(items: readonly AuthorityItem[]): string {
  const names = oneLine([...new Set(items.map(({ description }) => description))].join(', '))
  if (names.length < 3) return ''
  return names.length > MAX_DESCRIPTION ? `${names.slice(0, MAX_DESCRIPTION - 1)}…` : names
}

type Groups = readonly { readonly letter: TaxLetter; readonly names: string; readonly gross: Cents }[]

function groupsOf(items: readonly AuthorityItem[]): Groups {
  return [...new Set(items.map(({ letter }) => letter))].map((letter) => {
    const sameLetter = items.filter((item) => item.letter === letter)
    return { letter, names: namesOf(sameLetter), gross: sumCents(sameLetter.map(({ amount }) => amount)) }
  })
}

/** One item for each letter, or nothing when the letters do not add up to the tax on the page. */
function itemsOf(
  groups: Groups,
  receipt: AuthorityReceipt,
  tax: ExpenseTax,
  day: FiscalDay,
  note: string,
): readonly ExpenseItem[] | undefined {
  const items = groups.flatMap(({ letter, names, gross }): ExpenseItem[] => {
    const taxType = TYPE_OF[letter]
    const rate = taxType && expenseRate(tax, 'INCLUSIVE', taxType, day)
    if (taxType === undefined || rate === undefined || gross <= 0) return []
    const description = note || names || `(${letter})`
    return [{ description, quantity: ONE, unitAmount: gross, taxType, rate }]
  })
  const { vat, total } = expenseTotals({ amountType: 'INCLUSIVE', items, payments: [] })
  const rounding = ROUNDING_CENTS * receipt.items.length
  const fits = items.length === groups.length && total === receipt.total
  return fits && Math.abs(vat - receipt.tax) <= rounding ? items : undefined
}

/**
 * A discount is printed below the lines without a tax letter: it is subtracted from the letter with which the tax is
 * right.
 */
function discounted(groups: Groups, total: Cents): Groups[] {
  const discount = minusCents(sumCents(groups.map(({ gross }) => gross)), total)
  if (discount === 0) return [groups]
  return groups.map((_, at) =>
    groups.map((group, index) =>
      index === at ? { ...group, gross: minusCents(group.gross, discount) } : group,
    ),
  )
}

/** How the amounts and the time in a form are to those on the authority's page. */
type TypedComparison = 'same' | 'other-amount' | 'other-vat' | 'other-time'

type Figures = Pick<QuickExpenseForm, 'amount' | 'amountType' | 'taxType' | 'items'>

/** The amounts of a receipt under its own letters, where these come to its tax. */
function figuresByLetter(
  receipt: AuthorityReceipt,
  tax: ExpenseTax,
  day: FiscalDay,
  note: string,
): Figures | undefined {
  for (const groups of discounted(groupsOf(receipt.items), receipt.total)) {
    const items = itemsOf(groups, receipt, tax, day, note)
    if (items === undefined) continue
    const [only, second] = items
    if (only === undefined) continue
    const figures = { amount: receipt.total, amountType: 'INCLUSIVE' as const, taxType: only.taxType }
    return second === undefined ? figures : { ...figures, items }
  }
  return undefined
}

function figuresOf(receipt: AuthorityReceipt, tax: ExpenseTax, day: FiscalDay, note: string): Figures {
  const withoutTax = { amount: receipt.total, amountType: 'NO_TAX', taxType: 'standard' } as const
  if (receipt.tax === ZERO_CENTS) return withoutTax
  return figuresByLetter(receipt, tax, day, note) ?? withoutTax
}

/** The amount without VAT that comes nearest to a total with it: not every total can be reached. */
function amountBefore(total: Cents, taxType: TaxType, tax: ExpenseTax, day: FiscalDay): Cents {
  const rate = expenseRate(tax, 'EXCLUSIVE', taxType, day) ?? toBasisPoints(0)
  const { net } = splitInclusive(total, rate)
  const missing = (amount: Cents) => {
    const item = { description: '', quantity: ONE, unitAmount: amount, taxType, rate }
    return Math.abs(total - expenseTotals({ amountType: 'EXCLUSIVE', items: [item], payments: [] }).total)
  }
  const amounts = [net, minusCents(net, toCents(1)), sumCents([net, toCents(1)])]
  return amounts.reduce((best, amount) => (missing(amount) < missing(best) ? amount : best))
}

/**
 * The amounts of a receipt with the VAT that a person chose: whether the amount includes it, and of which type unless
 * that is left to the letters of the receipt.
 */
export function figuresUnder(
  chosen: { readonly amountType: 'INCLUSIVE' | 'EXCLUSIVE'; readonly taxType: TaxType | undefined },
  receipt: AuthorityReceipt,
  tax: ExpenseTax,
  { day, note }: { readonly day: FiscalDay; readonly note: string },
): Figures {
  const { amountType } = chosen
  const isFree = amountType === 'INCLUSIVE' && chosen.taxType === undefined
  const byLetter = isFree ? figuresByLetter(receipt, tax, day, note) : undefined
  if (byLetter) return byLetter
  const [letter, other] = new Set(receipt.items.map((item) => item.letter))
  const printed = letter === undefined || other !== undefined ? undefined : TYPE_OF[letter]
  const taxType = chosen.taxType ?? printed ?? 'standard'
  const { total } = receipt
  const amount = amountType === 'INCLUSIVE' ? total : amountBefore(total, taxType, tax, day)
  return { amount, amountType, taxType }
}

/**
 * Fills in what the authority's page says of a receipt, but only where the form is unchanged (`blank`): what a person
 * wrote stays, and the person decides about an amount that differs from the page's (`compareTyped`). A saved expense with
 * an amount stays as it is until another receipt is scanned: what is as in the blank form was left so, or cleared.
 */
export function fillFromReceipt(
  form: QuickExpenseForm,
  blank: QuickExpenseForm,
  receipt: AuthorityReceipt,
  rules: ExpenseTax & { readonly settings: VendorRules },
): QuickExpenseForm {
  if (form.hadAmount === true && form.receiptCode === form.openedCode) return form
  const day = receipt.day !== null && form.day === blank.day ? receipt.day : form.day
  const seller = sanitizeVendor(receipt.seller, rules.settings)
  const untouched =
    form.items === undefined &&
    (form.amount === undefined || form.amount === receipt.total) &&
    form.currency === undefined &&
    form.amountType === blank.amountType
  const receiptDay = parseFiscalDay(day)
  return {
    ...form,
    seller,
    vendorName: form.vendorName || seller.name,
    vendorTaxNumber: form.vendorTaxNumber || seller.taxNumber,
    day,
    note: form.note || namesOf(receipt.items),
    ...(untouched && receiptDay ? figuresOf(receipt, rules, receiptDay, oneLine(form.note)) : {}),
  }
}

/**
 * What a form has of a receipt on the authority's page, compared as it is once the expense is saved; `undefined` while it has no amount in shillings.
 */
export function compareTyped(
  form: QuickExpenseForm,
  { total, tax }: Pick<AuthorityReceipt, 'total' | 'tax'>,
  rules: ExpenseTax,
): TypedComparison | undefined {
  if (form.currency !== undefined && form.currencyRate === undefined) return undefined
  const { amountType, items } = expenseFromForm(form, rules)
  const totals = expenseTotals({ amountType, items, payments: [] })
  if (totals.total === 0) return undefined
  // With another time it is saved as not checked.
  const isOtherTime = form.receiptTime !== undefined && exactTime(form) === undefined
  if (isOfReceipt({ amountType, totals }, { total, tax })) return isOtherTime ? 'other-time' : 'same'
  return total === totals.total ? 'other-vat' : 'other-amount'
}
