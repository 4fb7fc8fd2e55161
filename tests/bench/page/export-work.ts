import { toCents } from '#domain/money/cents.ts'
import { INVOICE_COLUMNS, invoiceCells } from '#domain/reports/invoice-table.ts'
import type { TableCell } from '#domain/reports/report-table.ts'
import { drawReport } from '#receipt-pdf/draw-report.ts'
import { openTableFile, type TableFormat } from '#workers/export-invoices/table-file.ts'
import { calibrationLoop } from '../bench.ts'
import { makeInvoice } from './make-records.ts'

/** The little of a worker's scope that is used here; the tests are compiled for pages. */
declare const self: {
  postMessage(message: ExportAnswer): void
  addEventListener(kind: 'message', listener: (event: { readonly data: ExportRequest }) => void): void
}

export type ExportRequest = { readonly format: TableFormat | 'pdf'; readonly rows: number }
export type ExportAnswer =
  | { readonly ms: number; readonly bytes: number; readonly loopMs: number }
  | { readonly error: string }

/** Rows handed over at once, as the app does. */
const BATCH_SIZE = 200

/** Draws a table of a report with a name and five amounts in each of its rows. */
function drawTable(rows: number): ExportAnswer {
  const cells = Array.from({ length: rows }, (_, row): TableCell[] => [
    { kind: 'text', text: `Bidhaa ${row}` },
    ...Array.from({ length: 5 }, (_, column): TableCell => {
      return { kind: 'amount', amount: toCents(100 * (row + 1) * (column + 1)) }
    }),
  ])
  const columns = ['Product', 'Sales', 'Net', 'VAT', 'Discount', 'Refunds']
  const begun = performance.now()
  const facts = ['Duka la Mfano', '01-01-2026 – 31-12-2026']
  const tables = [{ title: 'Products', columns, rows: cells }]
  const file = drawReport({ title: 'Sales report', facts, tables, at: 0, fileId: '0'.repeat(32) })
  return { ms: performance.now() - begun, bytes: file.byteLength, loopMs: calibrationLoop() }
}

/** Writes a list of `rows` invoices as the app's worker does; creating the invoices is not timed. */
async function write({ format, rows }: ExportRequest): Promise<ExportAnswer> {
  if (format === 'pdf') return drawTable(rows)
  const words = { status: 'Issued', walkIn: 'Walk-in customer' }
  const cells = Array.from({ length: rows }, (_, index) => invoiceCells(makeInvoice(index, rows, ''), words))
  const begun = performance.now()
  const file = await openTableFile({ format, sheet: 'Invoices', columns: INVOICE_COLUMNS, wide: [3] })
  for (let at = 0; at < rows; at += BATCH_SIZE) file.add(cells.slice(at, at + BATCH_SIZE))
  const blob = await file.finish()
  const ms = performance.now() - begun
  if (format === 'csv' && (await blob.text()).trimEnd().split('\r\n').length !== rows + 1) {
    throw new Error('the file lacks rows')
  }
  return { ms, bytes: blob.size, loopMs: calibrationLoop() }
}

self.addEventListener('message', ({ data }) => {
  write(data).then(
    (answer) => self.postMessage(answer),
    (error: unknown) => self.postMessage({ error: String(error) }),
  )
})
