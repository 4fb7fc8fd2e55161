import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { iterateCounted } from '#data/sold-invoices.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { INVOICE_COLUMNS, invoiceCells } from '#domain/reports/invoice-table.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

/** Rows passed to the worker at a time: more would block the screen of a cheap phone. */
const CHUNK_ROWS = 200

type SpreadsheetRequest = {
  readonly range: DayRange
  readonly tables: readonly ReportTable[]
  readonly sheets: { readonly totals: string; readonly invoices: string }
  /** Headings of the invoices, in the order of `INVOICE_COLUMNS`. */
  readonly columns: readonly string[]
  readonly statusOf: (row: InvoiceRow) => string
  readonly walkIn: string
}

/**
 * Writes a report to a spreadsheet in a worker: a sheet of totals and a sheet of the invoices they count. Returns the
 * file and how many invoices it lists; `undefined` when `stop` fired. `onRows` gets the number of invoices done.
 */
export async function writeSpreadsheet(
  db: AccountDatabase,
  { range, tables, sheets, columns, statusOf, walkIn }: SpreadsheetRequest,
  { onRows, stop }: { readonly onRows: (rows: number) => void; readonly stop: AbortSignal },
): Promise<{ readonly file: Blob; readonly listed: number } | undefined> {
  const table = await startTable({
    format: 'xlsx',
    sheet: sheets.invoices,
    columns,
    wide: [INVOICE_COLUMNS.indexOf('customer')],
    summary: { sheet: sheets.totals, tables },
  })
  try {
    let listed = 0
    for await (const rows of iterateCounted(db, range)) {
      for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
        if (stop.aborted) return undefined
        const chunk = rows.slice(at, at + CHUNK_ROWS)
        await table.add(
          chunk.map((row) => invoiceCells(invoiceFromRow(row), { status: statusOf(row), walkIn })),
        )
        listed += chunk.length
        onRows(listed)
      }
    }
    return stop.aborted ? undefined : { file: await table.finish(), listed }
  } finally {
    table.close()
  }
}
