import type { FiscalDay } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import type { ExpenseCategory } from '../expenses/expense.ts'
import { distinctTaxNumber } from '../identity/tin.ts'
import { type Cents, sumCents, ZERO_CENTS } from '../money/cents.ts'
import type { TaxType } from '../tax/tax-type.ts'
import { type ExpenseFigures, FigureGroups, NO_EXPENSES, sumFigures } from './expense-figures.ts'
import type { ExpenseMonth } from './expense-groups.ts'

export type CategoryFigures = ExpenseFigures & {
  readonly category: ExpenseCategory
  readonly categoryId?: string
}
export type VendorFigures = ExpenseFigures & { readonly name: string; readonly taxNumber: string }
export type MonthFigures = ExpenseFigures & { readonly from: FiscalDay }
/** `null`: the amount was written without VAT. */
export type TaxFigures = ExpenseFigures & { readonly taxType: TaxType | null }

/** What a company spent in some days (spec §1, §9). Canceled expenses are not counted. */
export type ExpenseReport = {
  readonly range: DayRange
  readonly total: ExpenseFigures
  /** VAT of receipts that the authority confirmed with their amount. */
  readonly provenVat: Cents
  /** All other VAT: no receipt, not checked yet, not found, or found with another amount (tanzania-facts §11.27). */
  readonly unprovenVat: Cents
  readonly categories: readonly CategoryFigures[]
  readonly vendors: readonly VendorFigures[]
  readonly months: readonly MonthFigures[]
  readonly taxes: readonly TaxFigures[]
}

/** Names who sold: the vendor of the expense, or the one that it turned out to be. */
export type SellerOf = (vendor: Pick<VendorFigures, 'name' | 'taxNumber'>, vendorId?: string) => typeof vendor

/** The report over the sums of a period, newest month first. */
export function expenseReport(
  range: DayRange,
  given: readonly ExpenseMonth[],
  sellerOf: SellerOf = (vendor) => vendor,
): ExpenseReport {
  let total = NO_EXPENSES
  let provenVat = ZERO_CENTS
  let unprovenVat = ZERO_CENTS
  const categories = new FigureGroups<Pick<CategoryFigures, 'category' | 'categoryId'>>()
  const vendors = new FigureGroups<Pick<VendorFigures, 'name' | 'taxNumber'>>()
  const months = new FigureGroups<Pick<MonthFigures, 'from'>>()
  const taxes = new FigureGroups<Pick<TaxFigures, 'taxType'>>()
  for (const { month, ...groups } of given) {
    for (const { category, categoryId, proven, count, net, vat, total: gross } of groups.kinds) {
      const figures = { count, net, vat, total: gross }
      total = sumFigures(total, figures)
      if (proven) provenVat = sumCents([provenVat, vat])
      else unprovenVat = sumCents([unprovenVat, vat])
      const own = categoryId === undefined ? {} : { categoryId }
      categories.add(categoryId ?? category, { category, ...own }, figures)
      months.add(month, { from: `${month}-01` as FiscalDay }, figures)
    }
    for (const { name: written, taxNumber: number, vendorId, ...figures } of groups.vendors) {
      const { name, taxNumber } = sellerOf({ name: written, taxNumber: number }, vendorId)
      // Without a name, vendors from abroad are not those of whom nothing is known.
      const key = distinctTaxNumber(taxNumber) || name.toLocaleLowerCase('en') || taxNumber
      vendors.add(key, { name, taxNumber }, figures)
    }
    for (const { taxType, ...figures } of groups.taxes) taxes.add(String(taxType), { taxType }, figures)
  }
  return {
    range,
    total,
    provenVat,
    unprovenVat,
    categories: categories.largestFirst(),
    vendors: vendors.largestFirst(),
    months: months.list().sort((a, b) => (a.from < b.from ? -1 : 1)),
    taxes: taxes.largestFirst(),
  }
}
