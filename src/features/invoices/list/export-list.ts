import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceFromRow, iterateInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { invoiceCells } from '#domain/reports/invoice-table.ts'
import type { TableCell } from '#domain/reports/report-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'
import type { TableHead } from '#workers/export-invoices/table-file.ts'
import type { ListFilter } from './list-search-params.ts'

/** Rows read and passed to the worker at a time: more would block the screen of a cheap phone. */
const CHUNK_ROWS = 200

export type ListExport = {
  readonly head: TableHead
  /** The rows to export; absent for all of the filter. */
  readonly chosen: readonly InvoiceRow[] | undefined
  readonly filter: ListFilter
  readonly statusOf: (row: InvoiceRow) => string
  readonly walkIn: string
}

async function* chunksOf(db: AccountDatabase, request: ListExport): AsyncGenerator<readonly InvoiceRow[]> {
  const { chosen, filter } = request
  if (!chosen) yield* iterateInvoices(db, filter, CHUNK_ROWS)
  else for (let at = 0; at < chosen.length; at += CHUNK_ROWS) yield chosen.slice(at, at + CHUNK_ROWS)
}

/**
 * Writes a list of invoices to a file in a worker and returns it; `undefined` when `stop` fired. `onRows` gets the
 * number of rows done.
 */
export async function exportList(
  db: AccountDatabase,
  request: ListExport,
  { onRows, stop }: { readonly onRows: (rows: number) => void; readonly stop: AbortSignal },
): Promise<Blob | undefined> {
  const table = await startTable(request.head)
  try {
    let done = 0
    for await (const chunk of chunksOf(db, request)) {
      if (stop.aborted) return undefined
      const cells: TableCell[][] = chunk.map((row) =>
        invoiceCells(invoiceFromRow(row), { status: request.statusOf(row), walkIn: request.walkIn }),
      )
      await table.add(cells)
      done += chunk.length
      onRows(done)
    }
    return stop.aborted ? undefined : await table.finish()
  } finally {
    table.close()
  }
}
