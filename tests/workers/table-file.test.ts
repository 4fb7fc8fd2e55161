import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { INVOICE_COLUMNS, invoiceCells } from '#domain/reports/invoice-table.ts'
import type { TableCell } from '#domain/reports/report-table.ts'
import { openTableFile, type TableHead } from '#workers/export-invoices/table-file.ts'
import { exampleInvoice, exampleReceipt, tsh } from '../domain/example-invoice.ts'
import { readSpreadsheet } from '../support/read-spreadsheet.ts'

const head: TableHead = { format: 'csv', sheet: 'Invoices', columns: ['Name', 'Total', 'Date'], wide: [0] }
const aRow = (name: string): TableCell[] => [
  { kind: 'text', text: name },
  { kind: 'amount', amount: tsh(1234.5) },
  { kind: 'day', day: '2026-03-02' as FiscalDay },
]

async function csvOf(...names: readonly string[]): Promise<string> {
  const file = await openTableFile(head)
  for (const name of names) file.add([aRow(name)])
  const bytes = await (await file.finish()).arrayBuffer()
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

describe('a table that leaves the app', () => {
  it.each(['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1'])(
    'stores a name typed by a person as text, not as a formula: %j',
    async (name) => {
      const after = (await csvOf(name)).split('Name,Total,Date\r\n')[1] ?? ''
      expect(after.replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )

  it('keeps quotes, commas and Swahili letters, says its alphabet, and writes amounts and days as the app does', async () => {
    const lines = (await csvOf('Duka "A", Ilala', 'Ng’ombe')).split('\r\n')
    expect(lines[0]).toBe('\uFEFFName,Total,Date')
    expect(lines[1]).toBe('"Duka ""A"", Ilala",1234.50,02-03-2026')
    expect(lines[2]).toBe('Ng’ombe,1234.50,02-03-2026')
  })

  it('makes a spreadsheet of 10,000 rows in chunks', async () => {
    const file = await openTableFile({ ...head, format: 'xlsx' })
    for (let piece = 0; piece < 50; piece += 1) {
      file.add(Array.from({ length: 200 }, (_, n) => aRow(`Mteja ${piece * 200 + n}`)))
    }
    const blob = await file.finish()
    const bytes = new Uint8Array(await blob.arrayBuffer())
    expect([bytes[0], bytes[1]]).toEqual([0x50, 0x4b])
    expect(blob.size).toBeGreaterThan(50_000)
  })

  it('puts totals on a sheet of their own before the rows, as numbers, and calculates no text there either', async () => {
    const file = await openTableFile({
      ...head,
      format: 'xlsx',
      summary: {
        sheet: 'Totals',
        tables: [
          {
            title: '=1+1',
            columns: ['', 'Amount'],
            rows: [
              [
                { kind: 'text', text: '=SUM(A1)' },
                { kind: 'amount', amount: tsh(1234.5) },
              ],
              [
                { kind: 'text', text: 'Invoices' },
                { kind: 'count', count: 7 },
              ],
            ],
          },
        ],
      },
    })
    file.add([aRow('Mteja')])
    const bytes = Buffer.from(await (await file.finish()).arrayBuffer())
    const totals = await readSpreadsheet(bytes)
    expect(totals.calculates).toBe(false)
    expect(totals.rows.slice(0, 4)).toEqual([
      ['=1+1'],
      ['', 'Amount'],
      ['=SUM(A1)', '1234.5'],
      ['Invoices', '7'],
    ])
    const list = await readSpreadsheet(bytes, 2)
    expect(list.rows.map(([name]) => name)).toEqual(['Name', 'Mteja'])
    expect(list.calculates).toBe(false)
  })

  it('shows an invoice under each of its columns', () => {
    const invoice = exampleInvoice({ status: 'issued', receipt: exampleReceipt() })
    const cells = invoiceCells(
      { ...invoice, customer: { ...invoice.customer, phone: '+255754000001' }, accountingNumber: 'INV-7' },
      { status: 'Issued', walkIn: 'Walk-in customer' },
    )
    const cellOf = (column: (typeof INVOICE_COLUMNS)[number]) => cells[INVOICE_COLUMNS.indexOf(column)]
    expect(cells).toHaveLength(INVOICE_COLUMNS.length)
    expect(cellOf('receiptNumber')).toEqual({ kind: 'text', text: 'SIM7QX58' })
    expect(cellOf('customer')).toEqual({ kind: 'text', text: 'Walk-in customer' })
    expect(cellOf('accountingNumber')).toEqual({ kind: 'text', text: 'INV-7' })
    expect(cellOf('phone')).toEqual({ kind: 'text', text: '0754000001' })
    expect(cellOf('total')).toEqual({ kind: 'amount', amount: invoice.totals.totalIncludingTax })
    expect(cellOf('refunded')).toEqual({ kind: 'amount', amount: 0 })
  })
})
