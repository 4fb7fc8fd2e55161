import { proxy, releaseProxy, wrap } from 'comlink'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import type { ColumnMapping } from '#domain/imports/import-table.ts'
import type { FileRow } from '#domain/imports/judge-rows.ts'
import type { ProductFields } from '#domain/products/check-product.ts'
import type { CsvWorker, ImportedTable } from './csv.worker.ts'
import type { BadRow, ImportRow, ImportSummary, OpenResult } from './csv-import.ts'

/** A file that is being imported, in a worker of its own. */
export type RunningImport = {
  open(file: Blob): Promise<OpenResult>
  judge(
    judging: { readonly mapping: ColumnMapping; readonly today: FiscalDay; readonly database: string },
    onRows: (done: number, all: number) => void,
  ): Promise<ImportSummary>
  correct(rows: readonly FileRow[]): Promise<readonly FileRow[]>
  failed(from: number, count: number): Promise<readonly BadRow[]>
  takeCustomers(from: number, count: number): Promise<readonly ImportRow<CustomerFields>[]>
  takeProducts(from: number, count: number): Promise<readonly ImportRow<ProductFields>[]>
  /** Ends the worker at once, whatever it does. What it has not answered yet throws. */
  close(): void
}

/** Starts the worker. Its functions throw when it cannot be loaded or fails. */
export function startImport(table: ImportedTable): RunningImport {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<CsvWorker>(worker)
  let giveUp: (reason: Error) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    giveUp = reject
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no worker')))
  })
  // The promise may have no listener at that moment.
  broken.catch(() => undefined)
  const orFail = async <T>(answer: Promise<T>): Promise<T> => await Promise.race([answer, broken])
  return {
    open: (file) => orFail<OpenResult>(remote.open(table, file)),
    judge: (judging, onRows) => orFail(remote.judge(table, judging, proxy(onRows))),
    correct: (rows) => orFail(remote.correct(table, rows)),
    failed: (from, count) => orFail(remote.failed(table, from, count)),
    takeCustomers: (from, count) => orFail(remote.takeCustomers(from, count)),
    takeProducts: (from, count) => orFail(remote.takeProducts(from, count)),
    close: () => {
      remote[releaseProxy]()
      worker.terminate()
      // A worker that was ended answers nothing any more: without this, who waits for it would wait for ever.
      giveUp(new Error('closed'))
    },
  }
}
