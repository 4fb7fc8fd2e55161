import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import {
  type FileError,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  type RowError,
  readColumns,
  validateRow,
} from '#domain/customers/customer-table.ts'
import type { ImportRow } from '#domain/customers/partition-import.ts'
import { readCsvTable } from './read-csv-table.ts'

export type ReadCustomers =
  | { readonly kind: 'refused'; readonly error: FileError }
  | { readonly kind: 'read'; readonly rows: readonly ImportRow[]; readonly errors: readonly RowError[] }

/** Rows validated between two reports of progress. */
const PROGRESS_INTERVAL = 500

/**
 * Reads a file of customers (CSV with commas, semicolons or tabs) and validates every row. `onRows` gets the count of
 * validated rows and that of all.
 */
export async function readCustomerFile(
  file: Blob,
  today: FiscalDay,
  onRows: (done: number, all: number) => unknown,
): Promise<ReadCustomers> {
  if (file.size > MAX_IMPORT_BYTES) return { kind: 'refused', error: { kind: 'too-large' } }
  const table = await readCsvTable(file, readColumns, (columns) => !('kind' in columns))
  if (!table) return { kind: 'refused', error: { kind: 'file-type' } }
  const { heading: columnIndexes, lines } = table
  if ('kind' in columnIndexes) return { kind: 'refused', error: columnIndexes }
  if (lines.length === 0) return { kind: 'refused', error: { kind: 'no-rows' } }
  if (lines.length > MAX_IMPORT_ROWS) return { kind: 'refused', error: { kind: 'too-many-rows' } }
  const rows: ImportRow[] = []
  const errors: RowError[] = []
  for (const [at, { cells, row }] of lines.entries()) {
    const validated = validateRow(cells, row, columnIndexes, today)
    if (validated.kind === 'customer') rows.push({ row, customer: validated.customer })
    else errors.push(...validated.errors)
    if ((at + 1) % PROGRESS_INTERVAL === 0) await onRows(at + 1, lines.length)
  }
  return { kind: 'read', rows, errors }
}
