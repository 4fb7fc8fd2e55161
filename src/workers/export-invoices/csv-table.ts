import Papa from 'papaparse'
import { dayText } from '#domain/calendar/east-africa.ts'
import { plainAmount } from '#domain/money/money-text.ts'
import type { TableCell } from '#domain/reports/report-table.ts'
import type { TableFile, TableHead } from './table-file.ts'

const LINE_END = '\r\n'
/** Without it, spreadsheets read Swahili names in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

function cellText(cell: TableCell): string {
  switch (cell.kind) {
    case 'text':
      return cell.text
    case 'amount':
      return plainAmount(cell.amount)
    case 'count':
      return String(cell.count)
    case 'day':
      return dayText(cell.day)
  }
}

/** A table as CSV (RFC 4180). */
export function csvTable(head: TableHead): TableFile {
  const parts: string[] = []
  const add = (rows: string[][]) => {
    if (rows.length === 0) return
    parts.push(Papa.unparse(rows, { escapeFormulae: true, newline: LINE_END }) + LINE_END)
  }
  add([[...head.columns]])
  return {
    add: (rows) => add(rows.map((row) => row.map(cellText))),
    finish: async () => new Blob([BYTE_ORDER_MARK, ...parts], { type: 'text/csv;charset=utf-8' }),
  }
}
