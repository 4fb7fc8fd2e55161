import Papa from 'papaparse'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#domain/imports/import-table.ts'
import type { FileRow } from '#domain/imports/judge-rows.ts'

/** The headings of a file and its lines that are not empty. */
export type CsvTable = { readonly headings: readonly string[]; readonly lines: readonly FileRow[] }

/** Why a whole file is refused (spec §5, §8). */
export type FileError = 'file-type' | 'too-large' | 'too-many-rows'

const DELIMITERS = [',', ';', '\t'] as const

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

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

/** Old programs end lines with CR alone; the parser looks only for one kind of end. */
function lineEndOf(text: string): '\r\n' | '\n' | '\r' | undefined {
  if (text.includes('\r\n')) return '\r\n'
  if (text.includes('\n')) return '\n'
  return text.includes('\r') ? '\r' : undefined
}

function parse(text: string, delimiter?: string, preview?: number): string[][] {
  const newline = lineEndOf(text.replace(/"[^"]*"/g, ''))
  return Papa.parse<string[]>(text, {
    ...(delimiter === undefined ? { delimitersToGuess: [...DELIMITERS] } : { delimiter }),
    ...(newline === undefined ? {} : { newline }),
    ...(preview === undefined ? {} : { preview }),
  }).data
}

/** Rows that are enough to find the headings: files of some programs begin with empty lines. */
const HEADING_ROWS = 20

/**
 * Reads a file with commas, semicolons or tabs. Uses the delimiter with which most headings are known (`countKnown`): names
 * in the rows may contain any of them, so counting delimiters would mislead.
 */
export async function readCsvTable(
  file: Blob,
  countKnown: (headings: readonly string[]) => number,
): Promise<CsvTable | FileError> {
  if (file.size > MAX_IMPORT_BYTES) return 'too-large'
  const text = textOf(new Uint8Array(await file.arrayBuffer()))?.replace(/^\uFEFF/, '')
  if (text === undefined) return 'file-type'
  const headingsBy = (delimiter: string) =>
    parse(text, delimiter, HEADING_ROWS).find((cells) => !isEmpty(cells)) ?? []
  const known = DELIMITERS.map((delimiter) => ({ delimiter, count: countKnown(headingsBy(delimiter)) }))
  const best = known.reduce((one, other) => (other.count > one.count ? other : one))
  const table = parse(text, best.count > 0 ? best.delimiter : undefined)
  const head = table.findIndex((cells) => !isEmpty(cells))
  const lines = table.flatMap((cells, at) => (at > head && !isEmpty(cells) ? [{ cells, row: at + 1 }] : []))
  if (lines.length > MAX_IMPORT_ROWS) return 'too-many-rows'
  return { headings: table[head] ?? [], lines }
}
