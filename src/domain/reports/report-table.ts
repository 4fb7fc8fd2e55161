import { dayText, type FiscalDay } from '../calendar/east-africa.ts'
import type { Cents } from '../money/cents.ts'
import { amountText } from '../money/money-text.ts'

/** One cell of an exported table; the writer of the file formats it. */
export type TableCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'amount'; readonly amount: Cents }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'day'; readonly day: FiscalDay }

/** A table of a report with its texts: the same on the screen, in a spreadsheet and in a PDF file. */
export type ReportTable = {
  readonly title: string
  readonly columns: readonly string[]
  /** The first cell names its row. */
  readonly rows: readonly (readonly TableCell[])[]
}

/** A cell on paper: amounts always with their cents. */
export function cellText(cell: TableCell): string {
  switch (cell.kind) {
    case 'text':
      return cell.text
    case 'amount':
      return amountText(cell.amount, true)
    case 'count':
      return String(cell.count)
    case 'day':
      return dayText(cell.day)
  }
}
