import Papa from 'papaparse'
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

export type ReadCustomers =
  | { readonly kind: 'refused'; readonly error: FileError }
  | { readonly kind: 'read'; readonly rows: readonly ImportRow[]; readonly errors: readonly RowError[] }

/** Rows validated between two reports of progress. */
const PROGRESS_INTERVAL = 500

/**
 * Text as UTF-8, as UTF-16 with its byte order mark, or else in the encoding of older spreadsheets on Windows;
 * nothing for other data.
 */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

const DELIMITERS = [',', ';', '\t'] as const

/** The rows of a table, the index of its heading among them, and which column is what. */
function readTable(text: string, delimiter?: string) {
  const table = Papa.parse<string[]>(text, {
    ...(delimiter === undefined ? { delimitersToGuess: [...DELIMITERS] } : { delimiter }),
  }).data
  const headingIndex = table.findIndex((cells) => !isEmpty(cells))
  return { table, head: headingIndex, columnIndexes: readColumns(table[headingIndex] ?? []) }
}

/**
 * Uses the delimiter with which the heading can be read: names in the rows may contain any of them, so counting would
 * mislead.
 */
function parseTable(text: string) {
  for (const delimiter of DELIMITERS) {
    const read = readTable(text, delimiter)
    if (!('kind' in read.columnIndexes)) return read
  }
  return readTable(text)
}

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
  const text = textOf(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined) return { kind: 'refused', error: { kind: 'file-type' } }
  const { table, head, columnIndexes } = parseTable(text.replace(/^\uFEFF/, ''))
  if ('kind' in columnIndexes) return { kind: 'refused', error: columnIndexes }
  const lines = table.flatMap((cells, at) => (at > head && !isEmpty(cells) ? [{ cells, row: at + 1 }] : []))
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
