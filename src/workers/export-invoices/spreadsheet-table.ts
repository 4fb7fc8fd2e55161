import writeXlsxFile, { type Row } from 'write-excel-file/universal'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
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
    case 'count':
      return { type: Number, value: cell.count, format: '#,##0' }
    case 'day':
      return { type: Date, value: new Date(`${cell.day}T00:00:00.000Z`), format: 'dd-mm-yyyy' }
  }
}

function headingRow(texts: readonly string[]): Row {
  return texts.map((value) => ({ type: String, value, fontWeight: 'bold' }))
}

function summaryRows(tables: readonly ReportTable[]): Row[] {
  return tables.flatMap(({ title, columns, rows }) => [
    headingRow([title]),
    headingRow(columns),
    ...rows.map((row) => row.map(cellOf)),
    [],
  ])
}

/** A table as a spreadsheet (XLSX), its first row always visible; totals are on a sheet before it. */
export function spreadsheetTable(head: TableHead): TableFile {
  const rows: Row[] = [headingRow(head.columns)]
  const columns = head.columns.map((_, place) => ({ width: head.wide.includes(place) ? WIDE : WIDTH }))
  const { summary } = head
  return {
    add: (piece) => {
      for (const row of piece) rows.push(row.map(cellOf))
    },
    finish: async () => {
      const list = { data: rows, sheet: head.sheet, columns, stickyRowsCount: 1 }
      if (!summary) return await writeXlsxFile([list]).toBlob()
      const widest = Math.max(...summary.tables.map((table) => table.columns.length))
      const totals = {
        data: summaryRows(summary.tables),
        sheet: summary.sheet,
        columns: Array.from({ length: widest }, (_, place) => ({ width: place === 0 ? WIDE : WIDTH })),
      }
      return await writeXlsxFile([totals, list]).toBlob()
    },
  }
}
