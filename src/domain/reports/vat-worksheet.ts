import { type DayRange, presetRange } from '../calendar/period-presets.ts'
import { type Cents, minusCents } from '../money/cents.ts'
import type { ExpenseReport } from './expense-report.ts'
import { type LetterSales, type SalesReport, salesByLetter } from './sales-report.ts'

/** The figures of a month that its VAT return asks for. */
export type VatWorksheet = {
  /** Sales of each tax letter, as issued to the authority. */
  readonly sales: readonly LetterSales[]
  readonly outputVat: Cents
  /** VAT of expenses whose receipts the authority confirmed: only this is claimed (tanzania-facts §11.27). */
  readonly inputVat: Cents
  /** VAT of all other expenses; not claimed. */
  readonly unprovenVat: Cents
  /** VAT in refunds; the authority's figures contain the refunded sales, so it is adjusted there, not here. */
  readonly refundedVat: Cents
  /** outputVat − inputVat; below 0 the authority owes. */
  readonly payable: Cents
}

/** Whether a period is one whole month: a VAT return is about one. */
export function isMonth(range: DayRange): boolean {
  const month = presetRange('this-month', range.from)
  return month.from === range.from && month.to === range.to
}

/** The worksheet of a VAT return from the reports of its month. */
export function vatWorksheet(
  { total }: Pick<SalesReport, 'total'>,
  expenses: Pick<ExpenseReport, 'provenVat' | 'unprovenVat'>,
): VatWorksheet {
  return {
    sales: salesByLetter(total),
    outputVat: total.vat,
    inputVat: expenses.provenVat,
    unprovenVat: expenses.unprovenVat,
    refundedVat: total.refundedVat,
    payable: minusCents(total.vat, expenses.provenVat),
  }
}
