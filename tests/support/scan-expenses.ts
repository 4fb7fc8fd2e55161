import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { type ExpenseReport, expenseReport, type SellerOf } from '#domain/reports/expense-report.ts'

type Amounts = Pick<Expense['totals'], 'net' | 'vat' | 'total'>
type Named<Name> = readonly { readonly key: string; readonly name: Name; readonly amounts: Amounts }[]

/** Plain sums under keys, each named by the first, largest first. */
function addUp<Name extends object>(parts: Named<Name>) {
  const found = new Map<string, Name & { count: number; net: number; vat: number; total: number }>()
  for (const { key, name, amounts } of parts) {
    const sum = found.get(key) ?? { ...name, count: 0, net: 0, vat: 0, total: 0 }
    found.set(key, {
      ...sum,
      count: sum.count + 1,
      net: sum.net + amounts.net,
      vat: sum.vat + amounts.vat,
      total: sum.total + amounts.total,
    })
  }
  return [...found.values()].sort((a, b) => b.total - a.total)
}

function taxParts({ amountType, items, totals }: Expense) {
  if (amountType === 'NO_TAX') return [{ key: 'null', name: { taxType: null }, amounts: totals }]
  return [...new Set(items.map(({ taxType }) => taxType))].map((taxType) => {
    const same = items.filter((item) => item.taxType === taxType)
    const amounts = expenseTotals({ amountType, items: same, payments: [] })
    return { key: taxType, name: { taxType }, amounts }
  })
}

/** The report of expenses, newest first, added up one by one: what the sums of months must come to. */
export function scanExpenses(
  range: DayRange,
  expenses: readonly Expense[],
  sellerOf: SellerOf,
): ExpenseReport {
  const counted = expenses.filter(({ status, items }) => status !== 'canceled' && items.length > 0)
  const parts = <Name>(of: (expense: Expense) => { readonly key: string; readonly name: Name }) =>
    counted.map((expense) => ({ ...of(expense), amounts: expense.totals }))
  const vat = (proven: boolean) =>
    counted
      .filter(({ authority }) => (authority?.outcome === 'known') === proven)
      .reduce((sum, { totals }) => sum + totals.vat, 0)
  const [total = expenseReport(range, []).total] = addUp(parts(() => ({ key: '', name: {} })))
  // Its amounts are plain sums of cents.
  return {
    range,
    total,
    provenVat: vat(true),
    unprovenVat: vat(false),
    categories: addUp(
      parts(({ category, categoryId }) => ({
        key: categoryId ?? category,
        name: { category, ...(categoryId && { categoryId }) },
      })),
    ),
    vendors: addUp(
      parts(({ vendor, vendorId }) => {
        const { name, taxNumber } = sellerOf(vendor, vendorId)
        return { key: taxNumber || name.toLocaleLowerCase('en'), name: { name, taxNumber } }
      }),
    ),
    months: addUp(
      parts(({ day }) => ({ key: day.slice(0, 7), name: { from: `${day.slice(0, 7)}-01` } })),
    ).sort((a, b) => (a.from < b.from ? -1 : 1)),
    taxes: addUp(counted.flatMap<Named<object>[number]>(taxParts)),
  } as unknown as ExpenseReport
}
