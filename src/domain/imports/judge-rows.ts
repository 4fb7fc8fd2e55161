import type { FiscalDay } from '../calendar/east-africa.ts'
import { oneLine } from '../text/one-line.ts'
import type { ColumnMapping, ImportTable, ReadRow, RowFault } from './import-table.ts'

/** A row of a file, numbered as in a spreadsheet: the headings are row 1. */
export type FileRow = { readonly row: number; readonly cells: readonly string[] }

/** What is done with a row: a record is added or changed, stays as it is, or the row is skipped for its faults. */
export type JudgedRow<Fields> = FileRow &
  (
    | { readonly kind: 'add'; readonly fields: Fields }
    | {
        readonly kind: 'update'
        readonly id: string
        readonly fields: Fields
        readonly activates?: boolean
      }
    | { readonly kind: 'same' }
    | { readonly kind: 'bad'; readonly faults: readonly RowFault[] }
  )

/** The cell without the apostrophe that keeps a spreadsheet from calculating it: an export is imported unchanged. */
const unescapeFormula = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** What a spreadsheet writes in place of a number with twelve digits or more. */
const SHORTENED_NUMBER = /^\s*\d(?:[.,]\d+)?E\+\d\d\s*$/i

/** Reads one row by the rules of the form. `width` is the number of headings: each row has as many cells (spec §5). */
export function readFileRow<Fields, Known>(
  table: ImportTable<Fields, Known>,
  cells: readonly string[],
  {
    mapping,
    width,
    today,
  }: {
    readonly mapping: ColumnMapping
    readonly width: number
    readonly today: FiscalDay
  },
): ReadRow<Fields> {
  const surplus = cells.slice(width).some((cell) => cell.trim() !== '')
  if (cells.length < width || surplus) {
    return { ok: false, faults: [{ kind: 'columns', found: cells.length, expected: width }] }
  }
  const value = (column: string): string | undefined => {
    const index = mapping[column]
    return index === undefined ? undefined : unescapeFormula(oneLine(cells[index] ?? ''))
  }
  const shortened = table.columns.filter((column) =>
    SHORTENED_NUMBER.test(cells[mapping[column] ?? -1] ?? ''),
  )
  if (shortened.length > 0)
    return { ok: false, faults: shortened.map((column) => ({ kind: 'shortened', column })) }
  return table.read(value, today)
}

/** Compares rows with the company's records and with each other, one after the other. */
export class RowJudge<Fields, Known extends { readonly id: string; readonly active: boolean }> {
  readonly #table: ImportTable<Fields, Known>
  readonly #mapping: ColumnMapping
  readonly #known = new Map<string, Known>()
  /** Keys that several records on the list have. */
  readonly #shared = new Set<string>()
  readonly #firstRows = new Map<string, number>()

  constructor(table: ImportTable<Fields, Known>, mapping: ColumnMapping, known: Iterable<Known>) {
    this.#table = table
    this.#mapping = mapping
    for (const record of known) {
      for (const key of this.#keysOf(record)) {
        const holder = this.#known.get(key)
        if (holder?.active && record.active) this.#shared.add(key)
        // One on the list goes before an inactive one: putting both on it would make a duplicate.
        if (!holder || (!holder.active && record.active)) this.#known.set(key, record)
      }
    }
  }

  judge(line: FileRow, read: ReadRow<Fields>): JudgedRow<Fields> {
    if (!read.ok) return { ...line, kind: 'bad', faults: read.faults }
    const { fields } = read
    const keys = this.#keysOf(fields)
    const sought = this.#soughtKeys(fields)
    const name = this.#ambiguousName(fields, sought)
    if (name !== undefined) return { ...line, kind: 'bad', faults: [{ kind: 'ambiguous', name }] }
    const owners = [...new Set(sought.flatMap((key) => this.#known.get(key) ?? []))]
    const has = (column: string) => oneLine(line.cells[this.#mapping[column] ?? -1] ?? '') !== ''
    const compared = this.#table.compare(fields, owners, has)
    const id = compared.kind === 'update' ? [`id ${compared.id}`] : []
    const first = [...sought, ...id].flatMap((key) => this.#firstRows.get(key) ?? [])[0]
    for (const key of [...keys, ...id]) if (!this.#firstRows.has(key)) this.#firstRows.set(key, line.row)
    if (first !== undefined) return { ...line, kind: 'bad', faults: [{ kind: 'repeated', first }] }
    switch (compared.kind) {
      case 'taken':
        return { ...line, kind: 'bad', faults: [compared] }
      case 'same':
        return { ...line, kind: 'same' }
      case 'add':
        return { ...line, kind: 'add', fields }
      case 'update':
        this.#become(owners, compared)
        return { ...line, ...compared }
    }
  }

  #ambiguousName(fields: Fields, sought: readonly string[]): string | undefined {
    const key = sought.find((one) => this.#known.has(one) || this.#shared.has(one))
    return key !== undefined && this.#shared.has(key) ? this.#table.ambiguousName?.(fields, key) : undefined
  }

  #keysOf(record: Fields | Known): readonly string[] {
    const exact = this.#table.exactKey?.(record)
    return exact === undefined ? this.#table.keysOf(record) : [exact, ...this.#table.keysOf(record)]
  }

  /** What a row is compared by: where a record has its exact key, the others that share the rest are not meant. */
  #soughtKeys(fields: Fields): readonly string[] {
    const exact = this.#table.exactKey?.(fields)
    if (exact !== undefined && this.#known.has(exact)) return [exact]
    return this.#table.soughtKeys?.(fields) ?? this.#table.keysOf(fields)
  }

  /** A record is recognized as what a row makes it: one that got a code is not the goods of another code below. */
  #become(owners: readonly Known[], { id, fields }: { readonly id: string; readonly fields: Fields }): void {
    const record = owners.find((owner) => owner.id === id)
    if (!record) return
    const keys = new Set(this.#keysOf(fields))
    for (const key of this.#keysOf(record))
      if (!keys.has(key) && this.#known.get(key) === record) this.#known.delete(key)
  }
}
