import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import { CUSTOMER_COLUMNS, CUSTOMER_TABLE, customerCells } from '#domain/customers/customer-table.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#domain/imports/import-table.ts'
import { toCents } from '#domain/money/cents.ts'
import type { Product } from '#domain/products/product.ts'
import { PRODUCT_TABLE } from '#domain/products/product-table.ts'
import { csvTable } from '#workers/export-invoices/csv-table.ts'
import { CsvImport } from '#workers/import-csv/csv-import.ts'

const today = '2026-11-22' as FiscalDay
const HEAD = CUSTOMER_COLUMNS.join(',')
const quiet = () => undefined

type Content = string | Uint8Array<ArrayBuffer>

async function openCustomers(content: Content | Blob) {
  const read = new CsvImport(CUSTOMER_TABLE)
  const opened = await read.open(content instanceof Blob ? content : new Blob([content]))
  if (opened.kind === 'refused') throw new Error(opened.error)
  return { read, opened, judge: () => read.judge({ mapping: opened.mapping, today }, [], quiet) }
}

async function customersOf(content: Content | Blob) {
  const { read, judge } = await openCustomers(content)
  expect(await judge()).toMatchObject({ skip: 0 })
  return read.take(0, MAX_IMPORT_ROWS).map(({ fields }) => fields)
}

const windows = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))

describe('the bytes of a file, whatever program wrote it', () => {
  const rows = [
    HEAD.split(','),
    ['Café, "Zanzibar"; Mjini', 'NO_IDENTIFICATION', '', '0700000101', '', ''],
    ['Duka la\nMfano', 'TIN', '999-000-802', '', 'duka@example.com', ''],
  ]
  const quoted = (cells: readonly string[], mark: string) =>
    cells.map((cell) => (/[",;\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(mark)
  const text = (mark: string, end: string) => rows.map((cells) => quoted(cells, mark) + end).join('')

  it.each<[string, Content]>([
    ['Excel: byte order mark, semicolons', `\uFEFF${text(';', '\r\n')}`],
    ['Excel as Unicode text: UTF-16 with tabs', utf16(text('\t', '\r\n'))],
    ['LibreOffice: commas, LF', text(',', '\n')],
    ['Google Sheets: commas, CRLF, no end at the last row', text(',', '\r\n').slice(0, -2)],
    [
      'a till: empty lines before the headings, an empty cell after each row',
      `\r\n\r\n${text(';', ';\r\n')}`,
    ],
    ['Windows-1252 with semicolons', windows(text(';', '\r\n'))],
    ['CR alone, as old programs end lines', text(',', '\r')],
  ])('%s', async (_, content) => {
    expect(await customersOf(content)).toMatchObject([
      { name: 'Café, "Zanzibar"; Mjini', phone: '+255700000101' },
      { name: 'Duka la Mfano', identificationNumber: '999000802', email: 'duka@example.com' },
    ])
  })

  it('are refused as a whole when they are no text, too large or too long (spec §5, §8)', async () => {
    const errorOf = async (content: Content) => {
      const opened = await new CsvImport(CUSTOMER_TABLE).open(new Blob([content]))
      return opened.kind === 'refused' ? opened.error : opened.rows
    }
    expect(await errorOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]))).toBe('file-type')
    expect(await errorOf(new Uint8Array(MAX_IMPORT_BYTES + 1).fill(65))).toBe('too-large')
    expect(await errorOf(`${HEAD}\n${'A,NONE,,,,\n'.repeat(MAX_IMPORT_ROWS + 1)}`)).toBe('too-many-rows')
    expect(await errorOf(`${HEAD}\r\n,,,,,\r\n\r\n`)).toBe(0)
    expect(await errorOf('')).toBe(0)
  })
})

it('gives headings, examples and a guess of the columns, and reads under the mapping a person chose', async () => {
  const { read, opened } = await openCustomers('Jina kamili;Simu;Deni\nJuma;0700000101;5\n')
  expect(opened).toMatchObject({
    headings: ['Jina kamili', 'Simu', 'Deni'],
    samples: [['Juma', '0700000101', '5']],
    mapping: { phone: 1 },
  })
  const summary = await read.judge({ mapping: { name: 0, phone: 1 }, today }, [], quiet)
  expect(summary).toMatchObject({ add: 1, update: 0, same: 0, skip: 0, ignored: ['Deni'] })
  expect(read.take(0, 10)).toMatchObject([{ row: 2, fields: { name: 'Juma', phone: '+255700000101' } }])
})

it('judges a corrected row again with the others, and gives out the rows that failed', async () => {
  const { read, judge } = await openCustomers(`${HEAD}\nJuma,TIN,12,,,\nAsha,NONE,,,,\n,TIN,,,,`)
  expect(await judge()).toMatchObject({ add: 1, skip: 2, bad: [{ row: 2 }, { row: 4 }] })
  const corrected = { row: 2, cells: ['Juma', 'TIN', '999000802', '', '', ''] }
  expect(read.correct([corrected])).toEqual([corrected])
  expect(await judge()).toMatchObject({ add: 2, skip: 1 })
  expect(read.failed(0, 10)).toMatchObject([{ row: 4, cells: ['', 'TIN', '', '', '', ''] }])
  expect(read.failed(1, 10)).toEqual([])
  expect(read.take(0, 1)).toMatchObject([{ row: 2, fields: { identificationNumber: '999000802' } }])
  expect(read.take(1, 5)).toMatchObject([{ row: 3 }])
})

it('reads a price list, and gives the id of a product that it changes', async () => {
  const read = new CsvImport(PRODUCT_TABLE)
  const opened = await read.open(new Blob(['\uFEFFProduct;Price\r\n"Mafuta, 1L";6500\r\nSoda;1000\r\n']))
  if (opened.kind === 'refused') throw new Error(opened.error)
  const oil: Product = {
    id: 'p1',
    companyId: 'c1',
    rev: 1,
    name: 'mafuta, 1l',
    unit: 'l',
    unitPrice: toCents(600_000),
    taxType: 'exempted',
    active: true,
  }
  const summary = await read.judge({ mapping: opened.mapping, today }, [oil], quiet)
  expect(summary).toMatchObject({ add: 1, update: 1, activated: 0 })
  expect(read.take(0, 10)).toMatchObject([
    { id: 'p1', fields: { unitPrice: 650_000, unit: 'l', taxType: 'exempted' } },
    { fields: { name: 'Soda' } },
  ])
  const notSold = await read.judge({ mapping: opened.mapping, today }, [{ ...oil, active: false }], quiet)
  expect(notSold).toMatchObject({ add: 1, update: 1, activated: 1 })
})

it('reads back an export as it was, with nothing in it that a spreadsheet calculates', async () => {
  const withTin = { identificationType: 'TAX_IDENTIFICATION_NUMBER', vatRegistrationNumber: '' } as const
  const aCustomer: fc.Arbitrary<CustomerFields> = fc
    .record({
      name: fc
        .tuple(
          fc.constantFrom('', '=', '+', '-', '@', "'", '"', ';'),
          fc.string({ minLength: 1, maxLength: 40 }),
        )
        .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
        // An apostrophe before such a sign is what the export itself writes.
        .filter((name) => name !== '' && !/^'[=+\-@]/.test(name)),
      identificationNumber: fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String),
      phone: fc.constantFrom('', '+255700000101'),
      email: fc.constantFrom('', 'mteja@example.com'),
    })
    .map((fields) => ({ ...fields, ...withTin }))
  // A reader that guesses the separator by counting takes this for a file with semicolons.
  const misleading = ['+', ';"', ';"'].map((name, at) => {
    return { name, identificationNumber: String(100_000_000 + at), phone: '', email: '', ...withTin }
  })
  const distinct = fc.uniqueArray(aCustomer, {
    minLength: 1,
    maxLength: 20,
    selector: ({ identificationNumber }) => identificationNumber,
  })
  await fc.assert(
    fc.asyncProperty(distinct, async (customers) => {
      const table = csvTable({ format: 'csv', sheet: '', columns: CUSTOMER_COLUMNS, wide: [] })
      table.add(customers.map((one) => customerCells(one).map((text) => ({ kind: 'text', text }))))
      const written = await table.finish()
      const cells = Papa.parse<string[]>((await written.text()).replace('\uFEFF', ''), {
        delimiter: ',',
      }).data.flat()
      expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
      const found = await customersOf(written)
      expect(found).toEqual(customers)
    }),
    { numRuns: 200, examples: [[misleading]] },
  )
})

it('writes numbers in forms that a spreadsheet leaves as they are', () => {
  const cells = customerCells({
    name: 'Asha Mfano',
    identificationType: 'NATIONAL_IDENTIFICATION_AUTHORITY',
    identificationNumber: '19900101000000001200',
    phone: '+255700000101',
    email: '',
    vatRegistrationNumber: '',
  })
  expect(cells.slice(2, 4)).toEqual(['19900101-00000-00012-00', '0700000101'])
})

it('reports its progress, and checks fifty thousand rows', async () => {
  const heard: number[] = []
  const lines = Array.from({ length: MAX_IMPORT_ROWS }, (_, at) => `Mteja ${at},PASSPORT,A${100_000 + at},,,`)
  const { read, opened } = await openCustomers(new Blob([[HEAD, ...lines].join('\n')]))
  const summary = await read.judge({ mapping: opened.mapping, today }, [], (done, all) => {
    expect(all).toBe(MAX_IMPORT_ROWS)
    heard.push(done)
  })
  expect(summary.add).toBe(MAX_IMPORT_ROWS)
  expect(heard.at(-1)).toBe(MAX_IMPORT_ROWS)
  expect(heard).toEqual([...heard].sort((one, other) => one - other))
  expect(read.take(MAX_IMPORT_ROWS - 1, 100)).toHaveLength(1)
})
