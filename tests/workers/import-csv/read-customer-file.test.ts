import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import { CUSTOMER_COLUMNS, customerCells, MAX_IMPORT_ROWS } from '#domain/customers/customer-table.ts'
import { csvTable } from '#workers/export-invoices/csv-table.ts'
import { readCustomerFile } from '#workers/import-csv/read-customer-file.ts'

const today = '2026-11-22' as FiscalDay
const HEAD = CUSTOMER_COLUMNS.join(',')
const JUMA = 'Juma Mfano,TAX_IDENTIFICATION_NUMBER,999-000-802,0700000101,juma@example.com,'

const read = (content: string | Uint8Array<ArrayBuffer>) =>
  readCustomerFile(new Blob([content]), today, () => undefined)
const file = (...lines: string[]) => read([HEAD, ...lines].join('\r\n'))

async function faultOf(content: string | Uint8Array<ArrayBuffer>) {
  const answer = await read(content)
  return answer.kind === 'refused' ? answer.error : undefined
}

async function faultsOf(...lines: string[]) {
  const answer = await file(...lines)
  return answer.kind === 'read' ? answer.errors : answer
}

describe('a customer file (spec §5, customer CSV import)', () => {
  it('gives its rows in stored form, for any separator and any order of the columns', async () => {
    const expected = {
      kind: 'read',
      errors: [],
      rows: [
        {
          row: 2,
          customer: {
            name: 'Juma Mfano',
            identificationType: 'TAX_IDENTIFICATION_NUMBER',
            identificationNumber: '999000802',
            phone: '+255700000101',
            email: 'juma@example.com',
            vatRegistrationNumber: '',
          },
        },
      ],
    }
    expect(await file(JUMA)).toEqual(expected)
    expect(await file(JUMA, '', ',,,,,')).toEqual(expected)
    for (const mark of [';', '\t']) {
      expect(await read(`${HEAD}\n${JUMA}`.replaceAll(',', mark))).toEqual(expected)
    }
    const turned = [HEAD, JUMA].map((line) => line.split(',').reverse().join(','))
    expect(await read(turned.join('\n'))).toEqual(expected)
    expect(
      await read(
        `\uFEFFName, Identification Type,IDENTIFICATION_NUMBER,phone,email,vat registration number\n${JUMA.replace('TAX_IDENTIFICATION_NUMBER', 'tin')}`,
      ),
    ).toEqual(expected)
  })

  it('refuses what is no table of customers as a whole', async () => {
    expect(await faultOf('')).toEqual({ kind: 'wrong-columns' })
    expect(await faultOf('jina,simu\nJuma,0700000101')).toEqual({ kind: 'wrong-columns' })
    expect(await faultOf(`${HEAD},balance\n${JUMA},1`)).toEqual({ kind: 'wrong-columns' })
    expect(await faultOf('name,phone\nJuma,0700000101')).toEqual({
      kind: 'missing-columns',
      columns: ['identificationType', 'identificationNumber', 'email', 'vatRegistrationNumber'],
    })
    expect(await faultOf(HEAD)).toEqual({ kind: 'no-rows' })
    expect(await faultOf(`${HEAD}\r\n,,,,,\r\n\r\n`)).toEqual({ kind: 'no-rows' })
    expect(await faultOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]))).toEqual({ kind: 'file-type' })
    expect(await faultOf(new Uint8Array(5 * 1024 * 1024 + 1).fill(65))).toEqual({ kind: 'too-large' })
    expect(await faultOf(`${HEAD}\n${`${JUMA}\n`.repeat(MAX_IMPORT_ROWS + 1)}`)).toEqual({
      kind: 'too-many-rows',
    })
  })

  it('names the row, as a spreadsheet counts it, and what is wrong with it', async () => {
    expect(
      await faultsOf(
        'Juma,NO_IDENTIFICATION,',
        '',
        ',TIN,,,,',
        'Asha,NIDA,1,12,asha@,1',
        'Rehema,KADI,5,,,',
        '"Duka\r\nla Mfano",NO_IDENTIFICATION,,,,',
      ),
    ).toEqual([
      { row: 2, kind: 'columns', found: 3, expected: 6 },
      { row: 4, kind: 'value', column: 'name' },
      { row: 4, kind: 'value', column: 'identificationNumber' },
      { row: 5, kind: 'field', code: 'CUSTOMER_NIDA_INVALID' },
      { row: 5, kind: 'field', code: 'CUSTOMER_PHONE_INVALID' },
      { row: 5, kind: 'field', code: 'CUSTOMER_EMAIL_INVALID' },
      { row: 5, kind: 'field', code: 'CUSTOMER_VRN_INVALID' },
      { row: 6, kind: 'field', code: 'CUSTOMER_ID_TYPE_REQUIRED' },
    ])
  })

  it('reads what older spreadsheets of Windows write, and UTF-16', async () => {
    const text = `${HEAD}\r\nCafé Zanzibar,NO_IDENTIFICATION,,,,`
    const windows = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
    for (const bytes of [windows, utf16]) {
      expect(await read(bytes)).toMatchObject({ rows: [{ customer: { name: 'Café Zanzibar' } }] })
    }
  })

  it('comes back from an export as it was, with nothing in it that a spreadsheet calculates', async () => {
    const aCustomer: fc.Arbitrary<CustomerFields> = fc.record({
      name: fc
        .tuple(
          fc.constantFrom('', '=', '+', '-', '@', "'", '"', ';'),
          fc.string({ minLength: 1, maxLength: 40 }),
        )
        .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
        // An apostrophe before such a sign is what the export itself writes.
        .filter((name) => name !== '' && !/^'[=+\-@]/.test(name)),
      identificationType: fc.constant('TAX_IDENTIFICATION_NUMBER'),
      identificationNumber: fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String),
      phone: fc.constantFrom('', '+255700000101'),
      email: fc.constantFrom('', 'mteja@example.com'),
      vatRegistrationNumber: fc.constantFrom('', '99000001Z'),
    })
    const named = (name: string): CustomerFields => ({
      name,
      identificationType: 'TAX_IDENTIFICATION_NUMBER',
      identificationNumber: '100000000',
      phone: '',
      email: '',
      vatRegistrationNumber: '',
    })
    // A reader that guesses the separator by counting takes this for a file with semicolons.
    const misleading = ['+', ';"', ';"'].map(named)
    await fc.assert(
      fc.asyncProperty(fc.array(aCustomer, { minLength: 1, maxLength: 20 }), async (customers) => {
        const table = csvTable({ format: 'csv', sheet: '', columns: CUSTOMER_COLUMNS, wide: [] })
        table.add(customers.map((one) => customerCells(one).map((text) => ({ kind: 'text', text }))))
        const written = await table.finish()
        const cells = Papa.parse<string[]>((await written.text()).replace('\uFEFF', ''), {
          delimiter: ',',
        }).data.flat()
        expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
        const back = await readCustomerFile(written, today, () => undefined)
        expect(back).toMatchObject({ kind: 'read', errors: [] })
        if (back.kind === 'read') expect(back.rows.map(({ customer }) => customer)).toEqual(customers)
      }),
      { numRuns: 200, examples: [[misleading]] },
    )
  })

  it('is written in forms that a spreadsheet leaves as they are', () => {
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

  it('reports its progress, and checks ten thousand rows', async () => {
    const heard: number[] = []
    const lines = Array.from(
      { length: MAX_IMPORT_ROWS },
      (_, at) => `Mteja ${at},PASSPORT,A${100_000 + at},,,`,
    )
    const blob = new Blob([[HEAD, ...lines].join('\n')])
    const answer = await readCustomerFile(blob, today, (done, all) => {
      expect(all).toBe(MAX_IMPORT_ROWS)
      heard.push(done)
    })
    expect(answer.kind === 'read' && answer.rows.length).toBe(MAX_IMPORT_ROWS)
    expect(heard.at(-1)).toBe(MAX_IMPORT_ROWS)
    expect(heard).toEqual([...heard].sort((one, other) => one - other))
  })
})
