import { msg } from '@lingui/core/macro'
import { monthName } from '#blocks/report/month-name.ts'
import { taxNamesIn } from '#blocks/report/tax-names-in.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { type ExpenseTax, expenseRate } from '#domain/expenses/expense-totals.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { splitReceiptCode } from '#domain/expenses/receipt-code.ts'
import type { Cents } from '#domain/money/cents.ts'
import type { ExpenseFigures } from '#domain/reports/expense-figures.ts'
import { isProven } from '#domain/reports/expense-groups.ts'
import type { ExpenseReport } from '#domain/reports/expense-report.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import type { Translate } from '#i18n/format-dates.ts'

/** The words that depend on more than the language. */
export type ExpenseReportNames = {
  readonly translate: Translate
  readonly categoryName: (expense: Pick<Expense, 'category' | 'categoryId'>) => string
  readonly taxNames: Readonly<Record<TaxType, string>>
  readonly statusName: (expense: Pick<Expense, 'status'>) => string
}

/** The name of each tax type with the rate that expenses of these days have: special relief has its own, by the company's choice. */
export function expenseTaxNames(
  range: DayRange,
  today: FiscalDay,
  tax: ExpenseTax,
  translate: Translate,
): Record<TaxType, string> {
  return taxNamesIn(range, today, (type, day) => expenseRate(tax, 'INCLUSIVE', type, day), translate)
}

const NET = msg`Excluding VAT`
const VAT = msg`VAT`
const TOTAL = msg`Including VAT`
const COUNT = msg`Number of expenses`

const text = (value: string): TableCell => ({ kind: 'text', text: value })
const amount = (value: Cents): TableCell => ({ kind: 'amount', amount: value })
const figuresCells = ({ count, net, vat, total }: ExpenseFigures): TableCell[] => [
  { kind: 'count', count },
  amount(net),
  amount(vat),
  amount(total),
]

/** The report as tables: totals with the input VAT, categories, vendors, months, tax types. */
export function expenseTables(report: ExpenseReport, names: ExpenseReportNames): ReportTable[] {
  const { translate, categoryName, taxNames } = names
  const { total, provenVat, unprovenVat } = report
  const columns = (first: string) => [first, ...[COUNT, NET, VAT, TOTAL].map(translate)]
  return [
    {
      title: translate(msg`Totals`),
      columns: ['', translate(msg`Amount (Tsh)`)],
      rows: [
        [text(translate(TOTAL)), amount(total.total)],
        [text(translate(NET)), amount(total.net)],
        [text(translate(msg`Input VAT, proven by TRA`)), amount(provenVat)],
        [text(translate(msg`Input VAT, not proven`)), amount(unprovenVat)],
        [text(translate(COUNT)), { kind: 'count', count: total.count }],
      ],
    },
    {
      title: translate(msg`Expenses by category`),
      columns: columns(translate(msg`Category`)),
      rows: report.categories.map((figures) => [text(categoryName(figures)), ...figuresCells(figures)]),
    },
    {
      title: translate(msg`Expenses by vendor`),
      columns: columns(translate(msg`Vendor`)),
      rows: report.vendors.map((figures) => {
        const named = [figures.name, figures.taxNumber].filter(Boolean).join(' · ')
        return [text(named || translate(msg`No vendor`)), ...figuresCells(figures)]
      }),
    },
    {
      title: translate(msg`Expenses by month`),
      columns: columns(translate(msg`Month`)),
      rows: report.months.map((figures) => [
        text(monthName(figures.from, translate)),
        ...figuresCells(figures),
      ]),
    },
    {
      title: translate(msg`Expenses by tax type`),
      columns: columns(translate(msg`Tax type`)),
      rows: report.taxes.map((figures) => [
        text(figures.taxType === null ? translate(msg`No VAT`) : taxNames[figures.taxType]),
        ...figuresCells(figures),
      ]),
    },
  ]
}

/** Headings of the list of expenses in a spreadsheet, in the order of `expenseCells`. */
export const EXPENSE_COLUMNS = [
  msg`Date`,
  msg`Time`,
  msg`Receipt code`,
  msg`Internal number`,
  msg`Vendor`,
  msg`Vendor's TIN`,
  msg`Category`,
  msg`Note`,
  NET,
  VAT,
  TOTAL,
  msg({ context: 'of an expense', message: 'Input VAT' }),
  msg({ context: 'of an expense', message: 'Status' }),
]

/** One expense as a row of a spreadsheet. */
export function expenseCells(
  expense: Expense,
  { translate, categoryName, statusName }: ExpenseReportNames,
): TableCell[] {
  const { day, time, vendor, items, totals } = expense
  const { receiptCode, internalNumber } = splitReceiptCode(expense)
  // One that is incomplete may have a receipt that was not read yet.
  const hasNone = internalNumber !== '' && !isIncomplete(expense)
  const proof = isProven(expense)
    ? msg({ context: 'input VAT', message: 'Proven' })
    : msg({ context: 'input VAT', message: 'Not proven' })
  return [
    { kind: 'day', day },
    text(time),
    text(hasNone ? translate(msg`No receipt`) : receiptCode),
    text(internalNumber),
    text(vendor.name),
    text(vendor.taxNumber),
    text(categoryName(expense)),
    text(items.map(({ description }) => description).join(', ')),
    amount(totals.net),
    amount(totals.vat),
    amount(totals.total),
    text(totals.vat === 0 ? '' : translate(proof)),
    text(statusName(expense)),
  ]
}
