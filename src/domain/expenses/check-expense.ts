import { type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { type BasisPoints, toBasisPoints } from '../money/basis-points.ts'
import { MAX_AMOUNT } from '../money/money-text.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import type { CompanySettings } from '../settings/company-settings.ts'
import type { TaxRate } from '../tax/rate-table.ts'
import type { TaxType } from '../tax/tax-type.ts'
import { oneLine } from '../text/one-line.ts'
import { normalizeVendor, vendorRefusals } from './check-vendor.ts'
import {
  EXPENSE_CATEGORIES,
  type ExpenseAmountType,
  type ExpenseFields,
  type ExpenseFigures,
  type ExpenseItem,
} from './expense.ts'
import { filesField } from './expense-files.ts'
import type { ExpenseRefusal } from './expense-refusals.ts'
import { expenseRate, expenseTotals } from './expense-totals.ts'
import { ownReceiptCode, readReceiptCode, validateReceiptCode, validateSavedCode } from './receipt-code.ts'
import { checkTypedFigures } from './typed-figures.ts'

/** An expense as entered: day and category may still be anything, the receipt code is empty without a paper. */
export type UncheckedExpense = Omit<ExpenseFields, 'day' | 'category' | 'status'> & {
  /** The person says that there is a receipt: its code or a file of it is then required (tanzania-facts §11.27). */
  readonly hasReceipt?: boolean
  readonly day: string
  readonly category: string
}

export type ExpenseRules = {
  /** Without a receipt its code is derived from its id. */
  readonly expenseId: string
  /** The latest permitted day of a receipt. */
  readonly latest: FiscalDay
  readonly rates: readonly TaxRate[]
  readonly settings: CompanySettings
  /**
   * The expense as it is recorded, of an edit: what is still the same is not judged by the form rules again, which the
   * company may have changed since.
   */
  readonly recorded?: Pick<ExpenseFields, 'receiptCode' | 'vendor'> | undefined
  /** A person typed the receipt code into its field, as far as the form knows. */
  readonly hasTypedCode?: boolean
}

type Refusals = FieldRefusal<ExpenseRefusal>[]

function validateWrittenCode(
  { receiptCode: text, hasReceipt, files = [] }: UncheckedExpense,
  rules: ExpenseRules,
  refusals: Refusals,
): string {
  const ownCode = ownReceiptCode(rules.expenseId)
  const read = readReceiptCode(text)
  if (read?.code === '' || read?.code === ownCode) {
    const isMissing = hasReceipt === true && files.length === 0
    if (isMissing) refusals.push({ path: 'receiptCode', code: 'EXPENSE_CODE_REQUIRED' })
    return ownCode
  }
  if (read && read.code === rules.recorded?.receiptCode) return read.code
  // A link to somewhere else is no code of any rule.
  const refusal = validateSavedCode(read?.code ?? '', rules.settings, rules.hasTypedCode)
  if (refusal !== undefined) refusals.push({ path: 'receiptCode', code: refusal })
  return read?.code ?? ''
}

/** The exact time is kept where the authority can be asked with it: its own code, at that minute. */
function verifiableTime(
  receiptCode: string,
  time: string,
  exact: string | undefined,
): Pick<ExpenseFields, 'receiptTime'> {
  if (exact === undefined || !exact.startsWith(`${time}:`)) return {}
  return validateReceiptCode(receiptCode, 'tra') === undefined ? { receiptTime: exact } : {}
}

function validateTime(time: string, refusals: Refusals): void {
  if (time.trim() === '') refusals.push({ path: 'time', code: 'EXPENSE_TIME_REQUIRED' })
  else if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    refusals.push({ path: 'time', code: 'EXPENSE_TIME_INVALID' })
  }
}

/** Both readings of special relief are accepted: the setting may have changed since a phone saved the expense. */
function acceptedRates(
  amountType: ExpenseAmountType,
  taxType: TaxType,
  day: FiscalDay,
  { rates, settings }: ExpenseRules,
): BasisPoints[] {
  const ratesUnder = (relief: 0 | 5) => {
    const rate = expenseRate(
      { rates, settings: { ...settings, taxExpenseSpecialRelief: relief } },
      amountType,
      taxType,
      day,
    )
    return rate === undefined ? [] : [rate]
  }
  return [...ratesUnder(0), ...ratesUnder(5)]
}

function validateItem(
  item: ExpenseItem,
  at: number,
  expense: UncheckedExpense,
  rules: ExpenseRules,
): Refusals {
  const refusals: Refusals = []
  const { length } = item.description
  if (length < 3 || length > 255) {
    refusals.push({ path: `items.${at}.description`, code: 'EXPENSE_DESCRIPTION_LENGTH' })
  }
  if (item.unitAmount <= 0 || item.quantity <= 0) {
    refusals.push({ path: `items.${at}.unitAmount`, code: 'EXPENSE_AMOUNT_NOT_POSITIVE' })
  }
  const day = parseFiscalDay(expense.day)
  if (day && !acceptedRates(expense.amountType, item.taxType, day, rules).includes(item.rate)) {
    refusals.push({ path: `items.${at}.taxType`, code: 'EXPENSE_RATE_UNKNOWN' })
  }
  return refusals
}

function validateFigures(figures: ExpenseFigures): Refusals {
  const { total, balance } = expenseTotals(figures)
  if (total > MAX_AMOUNT) return [{ path: 'items.0.unitAmount', code: 'EXPENSE_TOTAL_TOO_LARGE' }]
  if (figures.payments.some(({ amount }) => amount <= 0)) {
    return [{ path: 'payments', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' }]
  }
  if (balance === 0) return []
  const code = figures.amountType === 'NO_TAX' ? 'EXPENSE_PAYMENTS_DIFFER_NO_VAT' : 'EXPENSE_PAYMENTS_DIFFER'
  return [{ path: 'payments', code }]
}

/** Whether an expense may be without an amount for now: one will be filled in from its files or the authority's page. */
function waitsForReceipt(
  { automatic, files, payments, time, receiptTime }: UncheckedExpense,
  receiptCode: string,
): boolean {
  if (payments.length > 0 || automatic?.includes('figures') !== true) return false
  const isVerifiable = verifiableTime(receiptCode, time, receiptTime).receiptTime !== undefined
  return isVerifiable || (files ?? []).length > 0
}

/**
 * Validates an expense (spec §5): its fields in stored form, or every refusal at its field. Payments must add up to
 * the total, VAT included where VAT applies.
 */
export function checkExpense(
  expense: UncheckedExpense,
  rules: ExpenseRules,
): Result<Omit<ExpenseFields, 'status'>, ExpenseRefusal> {
  const refusals: Refusals = []
  const receiptCode = validateWrittenCode(expense, rules, refusals)
  const day = parseFiscalDay(expense.day)
  if (day === undefined) refusals.push({ path: 'day', code: 'EXPENSE_DATE_INVALID' })
  else if (day > rules.latest) refusals.push({ path: 'day', code: 'EXPENSE_DATE_AHEAD' })
  validateTime(expense.time, refusals)
  const category = EXPENSE_CATEGORIES.find((known) => known === expense.category)
  if (category === undefined) refusals.push({ path: 'category', code: 'EXPENSE_CATEGORY_REQUIRED' })
  const vendor = normalizeVendor(expense.vendor)
  refusals.push(...vendorRefusals(vendor, rules.settings, rules.recorded?.vendor))
  const items = expense.items.map((item) => ({
    ...item,
    description: oneLine(item.description),
    rate: expense.amountType === 'NO_TAX' ? toBasisPoints(0) : item.rate,
  }))
  for (const [at, item] of items.entries()) refusals.push(...validateItem(item, at, expense, rules))
  const { amountType, payments, time, currency, currencyRate } = expense
  if (items.length === 0 && !waitsForReceipt(expense, receiptCode)) {
    refusals.push({ path: 'items.0.unitAmount', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' })
  }
  const typed = checkTypedFigures(expense, refusals)
  if ((currency === undefined) !== (currencyRate === undefined)) {
    refusals.push({ path: 'currencyRate', code: 'EXPENSE_CURRENCY_RATE_REQUIRED' })
  }
  // Sums are meaningful only when every single amount is valid.
  if (refusals.length === 0) refusals.push(...validateFigures({ amountType, items, payments }))
  if (refusals.length > 0 || day === undefined || category === undefined) return refuse(refusals)
  const receipt = { receiptCode, ...verifiableTime(receiptCode, time, expense.receiptTime) }
  const figures = { amountType, items, payments }
  const files = filesField(expense.files)
  const records = {
    // A default category has no other record than its code.
    ...(expense.categoryId === undefined || category !== 'OTHER' ? {} : { categoryId: expense.categoryId }),
    ...(expense.vendorId === undefined ? {} : { vendorId: expense.vendorId }),
    ...(currency === undefined || currencyRate === undefined ? {} : { currency, currencyRate }),
    ...(expense.automatic?.length ? { automatic: expense.automatic } : {}),
    ...typed,
  }
  return ok({ ...receipt, day, time, category, vendor, ...records, ...figures, ...files })
}
