import { expose } from 'comlink'
import type { TableCell } from '#domain/reports/report-table.ts'
import { openTableFile, type TableFile, type TableHead } from './table-file.ts'

let file: TableFile | undefined

/** What the page asks of this worker: one table, begun once, in any number of batches. */
const worker = {
  begin: async (head: TableHead) => {
    file = await openTableFile(head)
  },
  add: (rows: readonly (readonly TableCell[])[]) => {
    if (!file) throw new Error('the table was not begun')
    file.add(rows)
  },
  finish: async (): Promise<Blob> => {
    if (!file) throw new Error('the table was not begun')
    return await file.finish()
  },
}
export type TableWorker = typeof worker

expose(worker)
