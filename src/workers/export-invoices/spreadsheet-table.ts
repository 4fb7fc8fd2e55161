import writeXlsxFile, { type Row } from 'write-excel-file/universal'
import type { TableCell } from '#domain/reports/invoice-table.ts'
import type { TableFile, TableHead } from './table-file.ts'

const WIDTH = 16
const WIDE = 28

function cellOf(cell: TableCell): Row[number] {
  switch (cell.kind) {
    case 'text':
      // Text stays text: an identification number is no number, and `=1+1` is no formula.
      return { type: String, value: cell.text, format: '@' }
    case 'amount':
      return { type: Number, value: cell.amount / 100, format: '#,##0.00' }
    case 'day':
      return { type: Date, value: new Date(`${cell.day}T00:00:00.000Z`), format: 'dd-mm-yyyy' }
  }
}

/** A table as a spreadsheet (XLSX), its first row always in sight. */
export function spreadsheetTable(head: TableHead): TableFile {
  const rows: Row[] = [head.columns.map((value) => ({ type: String, value, fontWeight: 'bold' }))]
  const columns = head.columns.map((_, place) => ({ width: head.wide.includes(place) ? WIDE : WIDTH }))
  return {
    add: (piece) => {
      for (const row of piece) rows.push(row.map(cellOf))
    },
    finish: async () =>
      await writeXlsxFile(rows, { sheet: head.sheet, columns, stickyRowsCount: 1 }).toBlob(),
  }
}
