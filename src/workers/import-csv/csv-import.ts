import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import {
  type ColumnMapping,
  guessMapping,
  type ImportTable,
  ignoredHeadings,
} from '#domain/imports/import-table.ts'
import { type FileRow, type JudgedRow, RowJudge, readFileRow } from '#domain/imports/judge-rows.ts'
import { type CsvTable, type FileError, readCsvTable } from './read-csv-table.ts'

/** A file that was read: its headings, its first rows, and what each of our columns is probably read from. */
export type OpenedFile = {
  readonly kind: 'opened'
  readonly headings: readonly string[]
  readonly samples: readonly (readonly string[])[]
  readonly rows: number
  readonly mapping: ColumnMapping
}
export type OpenResult = OpenedFile | { readonly kind: 'refused'; readonly error: FileError }

export type BadRow = Extract<JudgedRow<never>, { kind: 'bad' }>

/** What an import would do. `bad`: the first of the rows that it skips. */
export type ImportSummary = {
  readonly add: number
  readonly update: number
  /** How many of those that change were inactive or archived and are offered again. */
  readonly activated: number
  readonly same: number
  readonly skip: number
  readonly bad: readonly BadRow[]
  readonly ignored: readonly string[]
}

/** A row to write; `id` is the record that it changes. */
export type ImportRow<Fields> = { readonly row: number; readonly id?: string; readonly fields: Fields }

/** Skipped rows that a preview lists one by one; a file with more is best corrected in steps. */
const SHOWN_BAD = 50
const SAMPLES = 3
/** Rows judged between two reports of progress. */
const PROGRESS_INTERVAL = 1_000

type Judging = { readonly mapping: ColumnMapping; readonly today: FiscalDay }

/** One file on its way into the records: opened, judged under a mapping, corrected row by row, given out in chunks. */
export class CsvImport<Fields, Known extends { readonly id: string; readonly active: boolean }> {
  readonly #table: ImportTable<Fields, Known>
  #file: CsvTable = { headings: [], lines: [] }
  #corrections = new Map<number, readonly string[]>()
  #toWrite: readonly ImportRow<Fields>[] = []
  #failed: readonly BadRow[] = []

  constructor(table: ImportTable<Fields, Known>) {
    this.#table = table
  }

  async open(file: Blob): Promise<OpenResult> {
    const countKnown = (headings: readonly string[]) =>
      Object.keys(guessMapping(this.#table, headings)).length
    const read = await readCsvTable(file, countKnown)
    if (typeof read === 'string') return { kind: 'refused', error: read }
    this.#file = read
    const { headings, lines } = read
    return {
      kind: 'opened',
      headings,
      samples: lines.slice(0, SAMPLES).map(({ cells }) => cells),
      rows: lines.length,
      mapping: guessMapping(this.#table, headings),
    }
  }

  /** Validates all rows and compares them with the company's records. */
  async judge(
    { mapping, today }: Judging,
    known: Iterable<Known>,
    onRows: (done: number, all: number) => unknown,
  ): Promise<ImportSummary> {
    const { headings, lines } = this.#file
    const judge = new RowJudge(this.#table, mapping, known)
    const judged: JudgedRow<Fields>[] = []
    for (const line of lines) {
      const cells = this.#corrections.get(line.row) ?? line.cells
      const read = readFileRow(this.#table, cells, { mapping, width: headings.length, today })
      judged.push(judge.judge({ row: line.row, cells }, read))
      if (judged.length % PROGRESS_INTERVAL === 0) await onRows(judged.length, lines.length)
    }
    this.#toWrite = judged.flatMap((row): ImportRow<Fields>[] => {
      if (row.kind === 'add') return [{ row: row.row, fields: row.fields }]
      return row.kind === 'update' ? [{ row: row.row, id: row.id, fields: row.fields }] : []
    })
    this.#failed = judged.flatMap((row) => (row.kind === 'bad' ? [row] : []))
    const count = (kind: JudgedRow<Fields>['kind']) => judged.filter((row) => row.kind === kind).length
    return {
      add: count('add'),
      update: count('update'),
      activated: judged.filter((row) => row.kind === 'update' && row.activates).length,
      same: count('same'),
      skip: this.#failed.length,
      bad: this.#failed.slice(0, SHOWN_BAD),
      ignored: ignoredHeadings(headings, mapping),
    }
  }

  /** Replaces the cells of rows by what a person typed; the next judging uses them. Returns all such rows. */
  correct(rows: readonly FileRow[]): FileRow[] {
    for (const { row, cells } of rows) this.#corrections.set(row, cells)
    return [...this.#corrections].map(([row, cells]) => ({ row, cells }))
  }

  /** Some of the rows that are skipped, in the order of the file. */
  failed(from: number, count: number): BadRow[] {
    return this.#failed.slice(from, from + count)
  }

  /** Some of the rows to write, in the order of the file. */
  take(from: number, count: number): ImportRow<Fields>[] {
    return this.#toWrite.slice(from, from + count)
  }
}
