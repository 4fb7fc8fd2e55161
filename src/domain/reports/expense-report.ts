import type { FiscalDay } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import type { Expense, ExpenseCategory } from '../expenses/expense.ts'
import { expenseTotals } from '../expenses/expense-totals.ts'
import { type Cents, sumCents, ZERO_CENTS } from '../money/cents.ts'
import type { TaxType } from '../tax/tax-type.ts'

/** What some expenses come to, in Tanzanian shillings. */
export type ExpenseFigures = {
  readonly count: number
  readonly net: Cents
  readonly vat: Cents
  readonly total: Cents
}

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

export const NO_EXPENSES: ExpenseFigures = { count: 0, net: ZERO_CENTS, vat: ZERO_CENTS, total: ZERO_CENTS }

function plus(sum: ExpenseFigures, figures: Omit<ExpenseFigures, 'count'>): ExpenseFigures {
  return {
    count: sum.count + 1,
    net: sumCents([sum.net, figures.net]),
    vat: sumCents([sum.vat, figures.vat]),
    total: sumCents([sum.total, figures.total]),
  }
}

/** Sums under keys, each with what names it: of the first thing added, which is the newest expense. */
class Groups<Name> {
  readonly #found = new Map<string, { name: Name; figures: ExpenseFigures }>()

  add(key: string, name: Name, figures: Omit<ExpenseFigures, 'count'>): void {
    const known = this.#found.get(key)
    this.#found.set(key, {
      name: known?.name ?? name,
      figures: plus(known?.figures ?? NO_EXPENSES, figures),
    })
  }

  /** Largest first. */
  list(): (Name & ExpenseFigures)[] {
    const rows = [...this.#found.values()].map(({ name, figures }) => ({ ...name, ...figures }))
    return rows.sort((a, b) => b.total - a.total)
  }
}

/** Whether the VAT of an expense may be claimed: the authority has its receipt, with this amount. */
export function isProven({ authority }: Pick<Expense, 'authority'>): boolean {
  return authority?.outcome === 'known'
}

/** The figures of each tax type of an expense; they come to its totals. */
function taxesOf({ amountType, items, totals }: Expense): (Omit<ExpenseFigures, 'count'> & {
  readonly taxType: TaxType | null
})[] {
  if (amountType === 'NO_TAX') return [{ taxType: null, ...totals }]
  const types = [...new Set(items.map(({ taxType }) => taxType))]
  return types.map((taxType) => {
    const same = items.filter((item) => item.taxType === taxType)
    return { taxType, ...expenseTotals({ amountType, items: same, payments: [] }) }
  })
}

/** Names who sold: the vendor of the expense, or the one that it turned out to be. */
type SellerOf = (vendor: Pick<VendorFigures, 'name' | 'taxNumber'>, vendorId?: string) => typeof vendor

/** The report over expenses of a period, newest first. */
export function expenseReport(
  range: DayRange,
  expenses: Iterable<Expense>,
  sellerOf: SellerOf = (vendor) => vendor,
): ExpenseReport {
  let total = NO_EXPENSES
  let provenVat = ZERO_CENTS
  let unprovenVat = ZERO_CENTS
  const categories = new Groups<Pick<CategoryFigures, 'category' | 'categoryId'>>()
  const vendors = new Groups<Pick<VendorFigures, 'name' | 'taxNumber'>>()
  const months = new Groups<Pick<MonthFigures, 'from'>>()
  const taxes = new Groups<Pick<TaxFigures, 'taxType'>>()
  for (const expense of expenses) {
    const { status, day, category, categoryId, vendor, vendorId, totals } = expense
    if (status === 'canceled' || day < range.from || day > range.to) continue
    // Without an amount yet it is no cost.
    if (expense.items.length === 0) continue
    total = plus(total, totals)
    if (isProven(expense)) provenVat = sumCents([provenVat, totals.vat])
    else unprovenVat = sumCents([unprovenVat, totals.vat])
    categories.add(
      categoryId ?? category,
      { category, ...(categoryId === undefined ? {} : { categoryId }) },
      totals,
    )
    const { name, taxNumber } = sellerOf(vendor, vendorId)
    vendors.add(taxNumber || name.toLocaleLowerCase('en'), { name, taxNumber }, totals)
    months.add(day.slice(0, 7), { from: `${day.slice(0, 7)}-01` as FiscalDay }, totals)
    for (const { taxType, ...figures } of taxesOf(expense)) taxes.add(String(taxType), { taxType }, figures)
  }
  return {
    range,
    total,
    provenVat,
    unprovenVat,
    categories: categories.list(),
    vendors: vendors.list(),
    months: months.list().sort((a, b) => (a.from < b.from ? -1 : 1)),
    taxes: taxes.list(),
  }
}
