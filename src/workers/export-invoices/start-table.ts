import { releaseProxy, wrap } from 'comlink'
import type { TableCell } from '#domain/reports/report-table.ts'
import type { TableWorker } from './table.worker.ts'
import type { TableHead } from './table-file.ts'

/** A table that is being written in a worker. */
export type OpenTable = {
  add(rows: readonly (readonly TableCell[])[]): Promise<void>
  finish(): Promise<Blob>
  /** Ends the worker, finished or not. */
  close(): void
}

/** Starts a table file. Throws when the worker cannot be loaded or fails. */
export async function startTable(head: TableHead): Promise<OpenTable> {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<TableWorker>(worker)
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no worker')))
  })
  // The promise may have no listener at that moment.
  broken.catch(() => undefined)
  const orFail = async <T>(answer: Promise<T>): Promise<T> => await Promise.race([answer, broken])
  const close = () => {
    remote[releaseProxy]()
    worker.terminate()
  }
  try {
    await orFail(remote.begin(head))
  } catch (error) {
    close()
    throw error
  }
  return { add: (rows) => orFail(remote.add(rows)), finish: () => orFail(remote.finish()), close }
}
