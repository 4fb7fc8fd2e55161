import Papa from 'papaparse'

/** The lines of a file, numbered as in a spreadsheet: the column names are row 1. */
export type CsvTable<Heading> = {
  readonly heading: Heading
  readonly lines: readonly { readonly cells: readonly string[]; readonly row: number }[]
}

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

/**
 * Reads a file with commas, semicolons or tabs. Uses the delimiter with which the heading can be read (`isReadable`):
 * names in the rows may contain any of them, so counting would mislead. `undefined` when it is no text.
 */
export async function readCsvTable<Heading>(
  file: Blob,
  readHeading: (cells: readonly string[]) => Heading,
  isReadable: (heading: Heading) => boolean,
): Promise<CsvTable<Heading> | undefined> {
  const text = textOf(new Uint8Array(await file.arrayBuffer()))?.replace(/^\uFEFF/, '')
  if (text === undefined) return undefined
  const parse = (delimiter?: string): CsvTable<Heading> => {
    const table = Papa.parse<string[]>(text, {
      ...(delimiter === undefined ? { delimitersToGuess: [...DELIMITERS] } : { delimiter }),
    }).data
    const head = table.findIndex((cells) => !isEmpty(cells))
    const lines = table.flatMap((cells, at) => (at > head && !isEmpty(cells) ? [{ cells, row: at + 1 }] : []))
    return { heading: readHeading(table[head] ?? []), lines }
  }
  for (const delimiter of DELIMITERS) {
    const read = parse(delimiter)
    if (isReadable(read.heading)) return read
  }
  return parse()
}
