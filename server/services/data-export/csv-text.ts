import Papa from 'papaparse'
import { type Cents, toCents } from '#domain/money/cents.ts'

/** A value of a CSV file: text stays text, also where a spreadsheet would take it for a formula. */
export type CsvValue = string | number | null | undefined

/** Marks a file as UTF-8, for spreadsheets that would guess. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Rows as lines of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  if (rows.length === 0) return ''
  return `${Papa.unparse([...rows.map((row) => [...row])], { escapeFormulae: true, newline: '\r\n' })}\r\n`
}

/** Cents as shillings, for a column of numbers. */
export function shillings(amount: Cents | number): number {
  return toCents(amount) / 100
}
