import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import { comparedFinding } from '../expenses/authority-finding.ts'
import type { Expense, ExpenseCategory, ExpenseStatus } from '../expenses/expense.ts'
import { expenseTotals } from '../expenses/expense-totals.ts'
import type { TaxType } from '../tax/tax-type.ts'
import { type ExpenseFigures, FigureGroups } from './expense-figures.ts'

/** A calendar month, `YYYY-MM`. Compares as text. */
export type Month = string

type Kind = {
  readonly status: Exclude<ExpenseStatus, 'canceled'>
  readonly category: ExpenseCategory
  readonly categoryId?: string
  readonly proven: boolean
}
/** The vendor as the receipts name it: records may be merged later. */
type Vendor = { readonly name: string; readonly taxNumber: string; readonly vendorId?: string }
/** `null`: the amount was written without VAT. */
type Tax = { readonly taxType: TaxType | null }

/**
 * The expenses of a month, or of some days of it, as sums in groups: all that lists and reports add up. Of each kind of
 * group the one of the newest expense is first. Canceled expenses are in none of them.
 */
export type ExpenseMonth = {
  readonly month: Month
  readonly kinds: readonly (Kind & ExpenseFigures)[]
  readonly vendors: readonly (Vendor & ExpenseFigures)[]
  readonly taxes: readonly (Tax & ExpenseFigures)[]
  /** Expenses without an amount yet: they are no cost. */
  readonly incomplete: number
}

/** Whether the VAT of an expense may be claimed: the authority has its receipt, with this amount and this VAT. */
export function isProven(expense: Pick<Expense, 'authority' | 'amountType' | 'totals'>): boolean {
  return comparedFinding(expense)?.outcome === 'known'
}

/** The figures of each tax type of an expense; they come to its totals. */
function taxesOf({ amountType, items, totals: { net, vat, total } }: Expense): (Tax & ExpenseFigures)[] {
  const types: (TaxType | null)[] =
    amountType === 'NO_TAX' ? [null] : [...new Set(items.map(({ taxType }) => taxType))]
  const [only] = types
  if (only !== undefined && types.length === 1) return [{ taxType: only, count: 1, net, vat, total }]
  return types.map((taxType) => {
    const same = items.filter((item) => item.taxType === taxType)
    const part = expenseTotals({ amountType, items: same, payments: [] })
    return { taxType, count: 1, net: part.net, vat: part.vat, total: part.total }
  })
}

class MonthGroups {
  readonly #kinds = new FigureGroups<Kind>()
  readonly #vendors = new FigureGroups<Vendor>()
  readonly #taxes = new FigureGroups<Tax>()
  #incomplete = 0

  add(expense: Expense): void {
    const { status, category, categoryId, vendor, vendorId, items } = expense
    if (status === 'canceled') return
    if (items.length === 0) {
      this.#incomplete += 1
      return
    }
    const { net, vat, total } = expense.totals
    const figures = { count: 1, net, vat, total }
    const proven = isProven(expense)
    const own = categoryId === undefined ? {} : { categoryId }
    const kind = `${status} ${proven} ${category} ${categoryId ?? ''}`
    this.#kinds.add(kind, { status, category, ...own, proven }, figures)
    const { name, taxNumber } = vendor
    const record = vendorId === undefined ? {} : { vendorId }
    this.#vendors.add(JSON.stringify([name, taxNumber, vendorId]), { name, taxNumber, ...record }, figures)
    for (const { taxType, ...part } of taxesOf(expense)) this.#taxes.add(String(taxType), { taxType }, part)
  }

  of(month: Month): ExpenseMonth {
    return {
      month,
      kinds: this.#kinds.list(),
      vendors: this.#vendors.list(),
      taxes: this.#taxes.list(),
      incomplete: this.#incomplete,
    }
  }
}

/** Adds expenses up by month. Give it the newest first. */
export class ExpenseGrouping {
  readonly #months = new Map<Month, MonthGroups>()

  add(expenses: Iterable<Expense>): void {
    for (const expense of expenses) {
      const month = expense.day.slice(0, 7)
      const known = this.#months.get(month)
      const groups = known ?? new MonthGroups()
      if (!known) this.#months.set(month, groups)
      groups.add(expense)
    }
  }

  /** Newest first. */
  months(): ExpenseMonth[] {
    return [...this.#months].map(([month, groups]) => groups.of(month))
  }
}

/** The sums of each month, newest first, of those of these expenses whose receipts are of some days, both included. */
export function groupExpenses({ from, to }: DayRange, expenses: readonly Expense[]): ExpenseMonth[] {
  const grouping = new ExpenseGrouping()
  grouping.add(expenses.filter(({ day }) => day >= from && day <= to))
  return grouping.months()
}

/** Whether there is any expense that is not canceled. */
export function hasExpenses(months: readonly ExpenseMonth[]): boolean {
  return months.some(({ kinds, incomplete }) => kinds.length > 0 || incomplete > 0)
}

export function monthAfter(month: Month): Month {
  return addDays(`${month}-28` as FiscalDay, 4).slice(0, 7)
}

/** The first and the last of the months that are wholly in a range; the first is later than the last if none is. */
export function wholeMonths({ from, to }: DayRange): { readonly first: Month; readonly last: Month } {
  const [begins, ends] = [from.slice(0, 7), to.slice(0, 7)]
  const isEnd = addDays(to, 1).slice(0, 7) !== ends
  return {
    first: from.endsWith('-01') ? begins : monthAfter(begins),
    last: isEnd ? ends : addDays(`${ends}-01` as FiscalDay, -1).slice(0, 7),
  }
}
