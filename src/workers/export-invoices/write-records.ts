import { startTable } from './start-table.ts'

/** A CSV file of records that the import can read, page by page; a spreadsheet calculates nothing in it. */
export async function writeRecords<Row>(
  columns: readonly string[],
  cellsOf: (row: Row) => readonly string[],
  pages: AsyncIterable<readonly Row[]>,
): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns, wide: [] })
  try {
    for await (const rows of pages) {
      await table.add(rows.map((row) => cellsOf(row).map((text) => ({ kind: 'text', text }))))
    }
    return await table.finish()
  } finally {
    table.close()
  }
}
