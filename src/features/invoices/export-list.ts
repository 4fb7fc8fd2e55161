import type { AccountDatabase } from '#data/account-database.ts'
import { plainInvoice, walkInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { invoiceCells, type TableCell } from '#domain/reports/invoice-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'
import type { TableHead } from '#workers/export-invoices/table-file.ts'
import type { ListFilter } from './list-address.ts'

/** Rows read and handed over at once: more would hold up the screen of a cheap phone. */
const PIECE = 200

export type ListExport = {
  readonly head: TableHead
  /** What to export; absent for all of the filter. */
  readonly chosen: readonly InvoiceRow[] | undefined
  readonly filter: ListFilter
  readonly statusOf: (row: InvoiceRow) => string
  readonly walkIn: string
}

async function* piecesOf(db: AccountDatabase, wish: ListExport): AsyncGenerator<readonly InvoiceRow[]> {
  const { chosen, filter } = wish
  if (!chosen) yield* walkInvoices(db, filter, PIECE)
  else for (let at = 0; at < chosen.length; at += PIECE) yield chosen.slice(at, at + PIECE)
}

/**
 * Writes a list of invoices to a file in a worker and gives it; `undefined` when `stop` fired. `onRows` is told how
 * many rows are done.
 */
export async function exportList(
  db: AccountDatabase,
  wish: ListExport,
  { onRows, stop }: { readonly onRows: (rows: number) => void; readonly stop: AbortSignal },
): Promise<Blob | undefined> {
  const table = await startTable(wish.head)
  try {
    let done = 0
    for await (const piece of piecesOf(db, wish)) {
      if (stop.aborted) return undefined
      const cells: TableCell[][] = piece.map((row) =>
        invoiceCells(plainInvoice(row), { status: wish.statusOf(row), walkIn: wish.walkIn }),
      )
      await table.add(cells)
      done += piece.length
      onRows(done)
    }
    return stop.aborted ? undefined : await table.finish()
  } finally {
    table.close()
  }
}
