import { type DayRange, presetRange } from '../calendar/period-presets.ts'
import { type Cents, minusCents } from '../money/cents.ts'
import type { ExpenseReport } from './expense-report.ts'
import { type LetterSales, type SalesReport, salesByLetter } from './sales-report.ts'

/** VAT in the canceled invoices of a month, as far as they are on this phone. */
export type CanceledVat = {
  readonly vat: Cents
  /** How many invoices it is the sum of. */
  readonly counted: number
}

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
  /** VAT in canceled invoices; adjusted there as well. */
  readonly canceledVat: Cents
  /** Canceled invoices of the month, and how many of them `canceledVat` is the sum of: fewer where this phone lacks some. */
  readonly canceled: { readonly all: number; readonly counted: number }
  /** outputVat − inputVat; below 0 the authority owes. */
  readonly payable: Cents
}

/** Whether a period is one whole month: a VAT return is about one. */
export function isMonth(range: DayRange): boolean {
  const month = presetRange('this-month', range.from)
  return month.from === range.from && month.to === range.to
}

/**
 * Whether a report is about a month that asks for a VAT return. A company that is no longer registered still owes the return
 * of the months in which it charged VAT, the last of them after its registration ended.
 */
export function needsVatReturn(
  { range, total }: Pick<SalesReport, 'range' | 'total'>,
  vatRegistered: boolean,
): boolean {
  return isMonth(range) && (vatRegistered || total.vat !== 0 || total.refundedVat !== 0)
}

/** The worksheet of a VAT return from the reports of its month. */
export function vatWorksheet(
  { total }: Pick<SalesReport, 'total'>,
  expenses: Pick<ExpenseReport, 'provenVat' | 'unprovenVat'>,
  canceled: CanceledVat,
): VatWorksheet {
  return {
    sales: salesByLetter(total),
    outputVat: total.vat,
    inputVat: expenses.provenVat,
    unprovenVat: expenses.unprovenVat,
    refundedVat: total.refundedVat,
    canceledVat: canceled.vat,
    canceled: { all: total.canceledCount, counted: canceled.counted },
    payable: minusCents(total.vat, expenses.provenVat),
  }
}
