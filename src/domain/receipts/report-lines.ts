import { cellText, type ReportTable, type TableCell } from '../reports/report-table.ts'
import type { ReceiptLine } from './receipt-line.ts'

function rowLines(table: ReportTable, [name, ...values]: readonly TableCell[]): ReceiptLine[] {
  const named = name ? cellText(name) : ''
  if (values.length === 1)
    return values.map((value) => ({ kind: 'sum', name: named, value: cellText(value) }))
  return [
    { kind: 'centred', text: named },
    ...values.map(
      (value, at): ReceiptLine => ({
        kind: 'sum',
        name: table.columns[at + 1] ?? '',
        value: cellText(value),
      }),
    ),
  ]
}

/**
 * Tables of a report for the roll of a receipt printer: one amount a line. A row with several amounts is headed by its
 * name. `title` is the first line, `facts` say whose and when. `marks` are at both ends, as on a receipt: those of a device
 * that is not live, so that its reports never pass as fiscal.
 */
export function reportLines(report: {
  readonly marks: readonly string[]
  readonly title: string
  readonly seller: string
  readonly facts: readonly string[]
  readonly tables: readonly ReportTable[]
}): ReceiptLine[] {
  const marks = report.marks.map((text): ReceiptLine => ({ kind: 'frame', text }))
  return [
    ...marks,
    { kind: 'frame', text: report.title },
    { kind: 'seller', text: report.seller },
    ...report.facts.map((text): ReceiptLine => ({ kind: 'centred', text })),
    ...report.tables.flatMap((table): ReceiptLine[] => [
      { kind: 'rule' },
      { kind: 'centred', text: table.title },
      ...table.rows.flatMap((row) => rowLines(table, row)),
    ]),
    { kind: 'rule' },
    ...marks,
  ]
}
