import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'

export type TableFormat = 'csv' | 'xlsx'

/** A table to be written; `sheet` names it inside a spreadsheet. */
export type TableHead = {
  readonly format: TableFormat
  readonly sheet: string
  readonly columns: readonly string[]
  /** Columns of a spreadsheet that need more space. */
  readonly wide: readonly number[]
  /** A sheet of its own before the rows of a spreadsheet: totals, one table below the other. */
  readonly summary?: { readonly sheet: string; readonly tables: readonly ReportTable[] }
}

/** A table that is written in batches and returns its file at the end. */
export type TableFile = {
  add(rows: readonly (readonly TableCell[])[]): void
  finish(): Promise<Blob>
}

/**
 * Starts a table. What a customer typed as a name is data in every file: a cell that a spreadsheet would calculate
 * (it begins with `=`, `+`, `-`, `@`, a tab or a line end) gets an apostrophe in CSV and is marked as text in a
 * spreadsheet. Each writer is loaded when it is needed.
 */
export async function openTableFile(head: TableHead): Promise<TableFile> {
  if (head.format === 'csv') return (await import('./csv-table.ts')).csvTable(head)
  return (await import('./spreadsheet-table.ts')).spreadsheetTable(head)
}
