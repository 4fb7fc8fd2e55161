import type { FiscalDay } from '../calendar/east-africa.ts'
import type { CustomerRefusal } from '../customers/check-customer.ts'
import type { ProductRefusal } from '../products/check-product.ts'

export const MAX_IMPORT_ROWS = 50_000
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024

/** The column of a file that each column of ours is read from; absent: the file has none. */
export type ColumnMapping = Readonly<Partial<Record<string, number>>>

/** Why a row of a file is not imported (spec §5, §8). */
export type RowFault =
  | { readonly kind: 'columns'; readonly found: number; readonly expected: number }
  | { readonly kind: 'value'; readonly column: string }
  /** A spreadsheet wrote a long number as `6.00124E+12`: the digits are lost. */
  | { readonly kind: 'shortened'; readonly column: string }
  | { readonly kind: 'field'; readonly column: string; readonly code: CustomerRefusal | ProductRefusal }
  /** The same record as a row above it. */
  | { readonly kind: 'repeated'; readonly first: number }
  /** Several records have the name, and the row does not say which of them it is about. */
  | { readonly kind: 'ambiguous'; readonly name: string }
  /** A number that another customer of the company has, one on the list or, with `archived`, one who is on no list. */
  | { readonly kind: 'taken'; readonly name: string; readonly archived?: boolean }

/** What a row means for the records of the company. */
export type Comparison<Fields> =
  | { readonly kind: 'add' | 'same' }
  | {
      readonly kind: 'update'
      readonly id: string
      readonly fields: Fields
      /** It was inactive or archived and is offered again. */
      readonly activates?: boolean
    }
  | { readonly kind: 'taken'; readonly name: string; readonly archived?: boolean }

export type ReadRow<Fields> =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly faults: readonly RowFault[] }

/** How files of one kind of record are read. */
export type ImportTable<Fields, Known> = {
  readonly columns: readonly string[]
  /** Without these nothing can be imported; a file that lacks another one may still be. */
  readonly required: readonly string[]
  /** Other headings that mean a column, as `normalizeHeading` gives them. */
  readonly otherHeadings: Readonly<Partial<Record<string, readonly string[]>>>
  /** The fields of a row in stored form. `value` is `undefined` for a column that the file does not have. */
  readonly read: (value: (column: string) => string | undefined, today: FiscalDay) => ReadRow<Fields>
  /** What a record is recognized by, the strongest first. */
  readonly keysOf: (record: Fields | Known) => readonly string[]
  /** The keys of others that a row is compared with, where they are not its own. */
  readonly soughtKeys?: (fields: Fields) => readonly string[]
  /** The name of a row whose key does not say which of several records that have it is meant. */
  readonly ambiguousName?: (fields: Fields, key: string) => string | undefined
  /**
   * A key of more details, for records that may share all others: a row that has it is about that record alone.
   * `undefined` where the others are enough.
   */
  readonly exactKey?: (record: Fields | Known) => string | undefined
  /**
   * Compares a row with the records that have one of its keys, in the order of the keys. A column that the file does
   * not have, and an empty cell, changes nothing: `has` is whether the row has a text in a column.
   */
  readonly compare: (
    fields: Fields,
    owners: readonly Known[],
    has: (column: string) => boolean,
  ) => Comparison<Fields>
}

export const normalizeHeading = (text: string) => text.replace(/[\s_\uFEFF.-]/g, '').toLowerCase()

/** The columns of a file that are recognised by their headings, in any order and capitalisation. */
export function guessMapping(
  { columns, otherHeadings }: Pick<ImportTable<never, never>, 'columns' | 'otherHeadings'>,
  headings: readonly string[],
): ColumnMapping {
  const names = headings.map(normalizeHeading)
  const mapping: Partial<Record<string, number>> = {}
  const used = new Set<number>()
  const take = (column: string, index: number) => {
    if (index < 0 || used.has(index) || mapping[column] !== undefined) return
    mapping[column] = index
    used.add(index)
  }
  for (const column of columns) take(column, names.indexOf(normalizeHeading(column)))
  for (const column of columns) {
    for (const other of otherHeadings[column] ?? []) take(column, names.indexOf(other))
  }
  return mapping
}

/** The headings of columns that are not read. */
export function ignoredHeadings(headings: readonly string[], mapping: ColumnMapping): string[] {
  const used = new Set(Object.values(mapping))
  return headings.filter((heading, index) => !used.has(index) && heading.trim() !== '')
}
