import { startTransition, useEffect, useRef, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { deleteMeta, findMetas, type UnfinishedImport, upsertMetas } from '#data/meta.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { ColumnMapping } from '#domain/imports/import-table.ts'
import type { FileRow } from '#domain/imports/judge-rows.ts'
import type { BadRow, ImportSummary, OpenedFile } from '#workers/import-csv/csv-import.ts'
import type { FileError } from '#workers/import-csv/read-csv-table.ts'
import { type RunningImport, startImport } from '#workers/import-csv/start-csv.ts'

export type FileFault =
  | { readonly kind: FileError | 'file-required' | 'no-rows' | 'unreadable' }
  | { readonly kind: 'missing-columns'; readonly columns: readonly string[]; readonly none: boolean }

export type FailedRow = { readonly row: number; readonly code: string }

export type ImportState =
  | { readonly kind: 'choosing'; readonly fault?: FileFault }
  | { readonly kind: 'reading' | 'writing'; readonly done: number; readonly all: number }
  | { readonly kind: 'mapping'; readonly opened: OpenedFile; readonly mapping: ColumnMapping }
  | {
      readonly kind: 'preview'
      readonly opened: OpenedFile
      readonly mapping: ColumnMapping
      readonly summary: ImportSummary
    }
  /** `stopped`: the person canceled; what was written stays. */
  | {
      readonly kind: 'done'
      readonly written: number
      readonly failed: readonly FailedRow[]
      readonly stopped: boolean
    }
  | { readonly kind: 'not-kept'; readonly code: string }

/** The result of writing a chunk of rows. */
export type ChunkResult =
  | { readonly ok: true; readonly value: { readonly written: number; readonly failed: readonly FailedRow[] } }
  | { readonly ok: false; readonly refusals: readonly { readonly code: string }[] }

export type ImportOptions = {
  readonly table: 'customers' | 'products'
  readonly db: AccountDatabase
  readonly today: FiscalDay
  readonly columns: readonly string[]
  /** Columns without which the person is asked what the columns of the file mean. */
  readonly expected: readonly string[]
  readonly chunkSize: number
  /** Writes some rows of the file. */
  readonly write: (running: RunningImport, from: number, count: number) => Promise<ChunkResult>
}

const isCsv = ({ name, type }: File) => /\.csv$/i.test(name) || type === 'text/csv'

/** Leads a file into the records: read, mapped, judged, corrected, written; each step can be stopped. */
export function useCsvImport(options: ImportOptions) {
  const { table, db, today, columns, expected, chunkSize, write } = options
  const [state, setNow] = useState<ImportState>({ kind: 'choosing' })
  /** Rendered a piece at a time: on a slow phone a step at once would block its screen. */
  const setState = (next: ImportState) => startTransition(() => setNow(next))
  const running = useRef<RunningImport>(undefined)
  const source = useRef<{ readonly file: File; readonly corrections: readonly FileRow[] }>(undefined)
  const end = () => {
    running.current?.close()
    running.current = undefined
  }
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      running.current?.close()
      running.current = undefined
    }
  }, [])

  const judge = async (
    worker: RunningImport,
    { opened, mapping }: { readonly opened: OpenedFile; readonly mapping: ColumnMapping },
    onRows = (done: number, all: number) => {
      if (worker === running.current) setState({ kind: 'reading', done, all })
    },
  ) => {
    const summary = await worker.judge({ mapping, today, database: db.name }, onRows)
    if (worker === running.current) setState({ kind: 'preview', opened, mapping, summary })
  }
  /** Stores the import, so that it can be continued after an interruption. */
  const keep = async (mapping: ColumnMapping) => {
    if (!source.current) return
    const { file, corrections } = source.current
    try {
      const unfinished = { table, name: file.name, mapping, corrections }
      await upsertMetas(db, { import: unfinished, 'import-file': await file.arrayBuffer() })
    } catch {
      // Without room for a copy of the file the import goes on all the same; interrupted, it begins with the file again.
    }
  }
  /** Runs a step of the worker; what it cannot do leads back to the choice of a file. */
  const attempt = async (worker: RunningImport, step: () => Promise<void>) => {
    try {
      await step()
    } catch {
      if (worker !== running.current) return
      end()
      setState({ kind: 'choosing', fault: { kind: 'unreadable' } })
    }
  }
  const take = async (chosen: File | undefined, unfinished?: UnfinishedImport) => {
    end()
    if (!chosen || !isCsv(chosen)) {
      setState({ kind: 'choosing', fault: { kind: chosen ? 'file-type' : 'file-required' } })
      return
    }
    setState({ kind: 'reading', done: 0, all: 0 })
    const worker = startImport(table)
    running.current = worker
    await attempt(worker, async () => {
      const opened = await worker.open(chosen)
      if (worker !== running.current) return
      const refuse = (fault: FileFault) => {
        end()
        setState({ kind: 'choosing', fault })
      }
      if (opened.kind === 'refused') return refuse({ kind: opened.error })
      const { mapping = opened.mapping, corrections = [] } = unfinished ?? {}
      source.current = { file: chosen, corrections: await worker.correct(corrections) }
      const missing = (unfinished ? [] : expected).filter((column) => opened.mapping[column] === undefined)
      const none = Object.keys(opened.mapping).length === 0
      if (opened.rows > 0 && missing.length > 0) {
        setState({ kind: 'mapping', opened, mapping })
      } else if (missing.length > 0) refuse({ kind: 'missing-columns', columns: missing, none })
      else if (opened.rows === 0) refuse({ kind: 'no-rows' })
      else await judge(worker, { opened, mapping })
    })
  }
  const map = async (opened: OpenedFile, mapping: ColumnMapping) => {
    const worker = running.current
    if (!worker) return
    setState({ kind: 'reading', done: 0, all: opened.rows })
    await attempt(worker, () => judge(worker, { opened, mapping }))
  }
  const correct = async (row: number, cells: readonly string[]) => {
    const worker = running.current
    const file = source.current?.file
    if (!worker || !file || state.kind !== 'preview') return
    await attempt(worker, async () => {
      source.current = { file, corrections: await worker.correct([{ row, cells }]) }
      await keep(state.mapping)
      // The preview stays meanwhile: another row may be half corrected.
      await judge(worker, state, () => undefined)
    })
  }
  /** Writes a chunk; `stopped` when the person canceled while the worker was being asked for it. */
  const writeChunk = async (worker: RunningImport, from: number): Promise<ChunkResult | 'stopped'> => {
    try {
      return await write(worker, from, chunkSize)
    } catch {
      return worker === running.current ? { ok: false, refusals: [] } : 'stopped'
    }
  }
  const save = async () => {
    const worker = running.current
    if (!worker || state.kind !== 'preview') return
    const { mapping, summary } = state
    const all = summary.add + summary.update
    await keep(mapping)
    let written = 0
    const failed: FailedRow[] = []
    for (let from = 0; from < all && worker === running.current; from += chunkSize) {
      setState({ kind: 'writing', done: from, all })
      const result = await writeChunk(worker, from)
      if (result === 'stopped') break
      if (!result.ok) {
        end()
        const code = result.refusals[0]?.code
        setState({ kind: 'not-kept', code: code ?? 'UNEXPECTED' })
        return
      }
      written += result.value.written
      failed.push(...result.value.failed)
    }
    // Who leaves the screen finds the rest of the import in its place; who cancels does not want it.
    if (!isLeft.current) await deleteMeta(db, 'import', 'import-file')
    setState({ kind: 'done', written, failed, stopped: worker !== running.current })
  }
  /** Some of the rows that are skipped; `undefined` when the import was closed meanwhile. */
  const listFailed = async (from: number, count: number): Promise<readonly BadRow[] | undefined> => {
    const worker = running.current
    try {
      return await worker?.failed(from, count)
    } catch (error) {
      if (worker === running.current) throw error
      return undefined
    }
  }
  const resume = async () => {
    const [unfinished, bytes] = await findMetas(db, ['import', 'import-file'])
    if (!unfinished || !bytes) return
    await take(new File([bytes], unfinished.name, { type: 'text/csv' }), unfinished)
  }
  return {
    state,
    columns,
    listFailed,
    take: (chosen: File | undefined) => void take(chosen),
    map: (opened: OpenedFile, mapping: ColumnMapping) => void map(opened, mapping),
    chooseColumns: (opened: OpenedFile, mapping: ColumnMapping) =>
      setState({ kind: 'mapping', opened, mapping }),
    correct,
    save: () => void save(),
    resume: () => void resume(),
    stop: () => {
      end()
      if (state.kind === 'reading') setState({ kind: 'choosing' })
    },
    again: () => {
      end()
      setState({ kind: 'choosing' })
    },
  }
}
