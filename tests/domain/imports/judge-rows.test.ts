import { expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import { CUSTOMER_COLUMNS, CUSTOMER_TABLE, customerCells } from '#domain/customers/customer-table.ts'
import { guessMapping, type ImportTable, ignoredHeadings } from '#domain/imports/import-table.ts'
import { type JudgedRow, RowJudge, readFileRow } from '#domain/imports/judge-rows.ts'
import type { Product } from '#domain/products/product.ts'
import { PRODUCT_COLUMNS, PRODUCT_TABLE, productCells } from '#domain/products/product-table.ts'
import { tsh } from '../example-invoice.ts'

const today = '2026-11-22' as FiscalDay

function judgeAll<Fields, Known extends { readonly id: string; readonly active: boolean }>(
  table: ImportTable<Fields, Known>,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  known: readonly Known[],
): JudgedRow<Fields>[] {
  const mapping = guessMapping(table, headings)
  const judge = new RowJudge(table, mapping, known)
  return rows.map((cells, at) =>
    judge.judge(
      { row: at + 2, cells },
      readFileRow(table, cells, { mapping, width: headings.length, today }),
    ),
  )
}
type KnownCustomer = CustomerFields & { id: string; active: boolean }
const judgeCustomers = (rows: string[][], known: KnownCustomer[]) =>
  judgeAll(CUSTOMER_TABLE, CUSTOMER_COLUMNS, rows, known)
const kindsOf = (judged: readonly JudgedRow<unknown>[]) => judged.map(({ kind }) => kind)

function stored(id: string, change: Partial<KnownCustomer>): KnownCustomer {
  return {
    id,
    name: 'Juma Mfano',
    identificationType: 'NO_IDENTIFICATION',
    identificationNumber: '',
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    active: true,
    ...change,
  }
}
const withTin = (id: string, identificationNumber: string, change: Partial<KnownCustomer> = {}) =>
  stored(id, { identificationType: 'TAX_IDENTIFICATION_NUMBER', identificationNumber, ...change })

it('takes every new customer once: no duplicates of the company or within the file (spec §5)', () => {
  const judged = judgeCustomers(
    [
      ['Juma Mfano', 'TIN', '999000801', '', '', ''],
      ['JUMA mfano', 'TIN', '999000802', '', '', ''],
      ['Asha', 'TIN', '999000801', '', '', ''],
      ['Juma Mfano', 'NONE', '', '', '', ''],
      ['Juma Mfano', 'NONE', '', '', '', ''],
    ],
    [withTin('c1', '999000802')],
  )
  expect(kindsOf(judged)).toEqual(['add', 'same', 'bad', 'add', 'bad'])
  expect(judged[2]).toMatchObject({ faults: [{ kind: 'repeated', first: 2 }] })
  expect(judged[4]).toMatchObject({ faults: [{ kind: 'repeated', first: 5 }] })
})

it('names the other customer who has the number (spec §8)', () => {
  const judged = judgeCustomers(
    [
      ['Juma Mfano', 'TIN', '999000802', '', '', ''],
      ['Juma Mfano', 'NONE', '', '', '', '99000001Z'],
    ],
    [
      withTin('c1', '999000802', { name: 'Rehema' }),
      stored('c2', { name: 'Asha', vatRegistrationNumber: '99000001Z' }),
    ],
  )
  expect(judged).toMatchObject([
    { kind: 'bad', faults: [{ kind: 'taken', name: 'Rehema' }] },
    { kind: 'bad', faults: [{ kind: 'taken', name: 'Asha' }] },
  ])
})

it('changes a customer of the same number and name, and an empty cell changes nothing', () => {
  const known = withTin('c1', '999000802', { phone: '+255700000101', email: 'a@example.com' })
  const [judged] = judgeCustomers([['Juma Mfano', 'TIN', '999000802', '', 'b@example.com', '']], [known])
  expect(judged).toMatchObject({
    kind: 'update',
    id: 'c1',
    fields: { phone: '+255700000101', email: 'b@example.com', identificationNumber: '999000802' },
  })
})

it('knows people without numbers by name and phone: two of one name stay two', () => {
  const known = [stored('c1', { phone: '+255700000101' })]
  const rows = ['0700000101', '0700000102'].map((phone) => ['Juma Mfano', 'NONE', '', phone, '', ''])
  expect(kindsOf(judgeCustomers(rows, known))).toEqual(['same', 'add'])
})

it('another e-mail of the same name and phone is a change of that person, as the form has it (spec §8)', () => {
  const known = [stored('c1', { phone: '+255700000101', email: 'a@example.com' })]
  const row = ['Juma Mfano', 'NONE', '', '0700000101', 'b@example.com', '']
  expect(judgeCustomers([row, [...row.slice(0, 4), 'c@example.com', '']], known)).toMatchObject([
    { kind: 'update', id: 'c1', fields: { email: 'b@example.com' } },
    { kind: 'bad', faults: [{ kind: 'repeated', first: 2 }] },
  ])
})

it('of two people of one name and phone, a row is about the one with its e-mail: an export is imported unchanged', () => {
  const person = (id: string, email: string) => stored(id, { phone: '+255700000101', email })
  const known = [person('c1', 'a@example.com'), person('c2', 'b@example.com')]
  const row = (email: string) => ['Juma Mfano', 'NONE', '', '0700000101', email, '']
  expect(kindsOf(judgeCustomers([row('b@example.com')], known))).toEqual(['same'])
  expect(judgeCustomers([row('B@example.com')], known)).toMatchObject([{ kind: 'update', id: 'c2' }])
  expect(kindsOf(judgeCustomers(known.map(customerCells), known))).toEqual(['same', 'same'])
  // A third e-mail is still a change of the first, of whom another row was already, and each row counts once.
  expect(
    judgeCustomers(
      [row('a@example.com'), row('c@example.com'), row('b@example.com'), row('b@example.com')],
      known,
    ),
  ).toMatchObject([
    { kind: 'same' },
    { kind: 'bad', faults: [{ kind: 'repeated', first: 2 }] },
    { kind: 'same' },
    { kind: 'bad', faults: [{ kind: 'repeated', first: 4 }] },
  ])
  expect(
    judgeCustomers([row('c@example.com'), row('a@example.com'), row('b@example.com')], known),
  ).toMatchObject([
    { kind: 'update', id: 'c1' },
    { kind: 'bad', faults: [{ kind: 'repeated', first: 2 }] },
    { kind: 'same' },
  ])
})

it('people without number and phone are known by name and e-mail', () => {
  const known = [stored('c1', { email: 'a@example.com' })]
  const rows = ['a@example.com', 'b@example.com'].map((email) => ['Juma Mfano', 'NONE', '', '', email, ''])
  expect(kindsOf(judgeCustomers(rows, known))).toEqual(['same', 'add'])
})

it('says what is wrong with a row and in which column (spec §5, §8)', () => {
  const judged = judgeCustomers(
    [
      ['Juma', 'NO_IDENTIFICATION', ''],
      ['', 'TIN', '', '', '', ''],
      ['Asha', 'NIDA', '1', '12', 'asha@', '1'],
      ['Rehema', 'KADI', '5', '', '', ''],
      ['Duka\r\nla Mfano', 'NO_IDENTIFICATION', '', '', '', '', ''],
    ],
    [],
  )
  expect(judged.map((row) => (row.kind === 'bad' ? row.faults : row.kind))).toEqual([
    [{ kind: 'columns', found: 3, expected: 6 }],
    [
      { kind: 'value', column: 'name' },
      { kind: 'value', column: 'identificationNumber' },
    ],
    [
      { kind: 'field', column: 'identificationNumber', code: 'CUSTOMER_NIDA_INVALID' },
      { kind: 'field', column: 'phone', code: 'CUSTOMER_PHONE_INVALID' },
      { kind: 'field', column: 'email', code: 'CUSTOMER_EMAIL_INVALID' },
      { kind: 'field', column: 'vatRegistrationNumber', code: 'CUSTOMER_VRN_INVALID' },
    ],
    [{ kind: 'field', column: 'identificationType', code: 'CUSTOMER_ID_TYPE_REQUIRED' }],
    'add',
  ])
})

it('tells columns by their headings, also in the words of other programs, and names those it does not read', () => {
  const headings = ['Customer Name', 'SIMU', 'TIN', 'Balance']
  const mapping = guessMapping(CUSTOMER_TABLE, headings)
  expect(mapping).toEqual({ name: 0, phone: 1, identificationNumber: 2 })
  expect(ignoredHeadings(headings, mapping)).toEqual(['Balance'])
  const rows = [
    ['Juma', '0700000101', '999-000-802', '5000'],
    ['Asha', '', '', ''],
  ]
  expect(judgeAll(CUSTOMER_TABLE, headings, rows, [])).toMatchObject([
    { fields: { identificationType: 'TAX_IDENTIFICATION_NUMBER', identificationNumber: '999000802' } },
    { fields: { identificationType: 'NO_IDENTIFICATION' } },
  ])
})

const sugar: Product = {
  id: 'p1',
  companyId: 'c1',
  rev: 1,
  name: 'Sukari, 1kg',
  unit: 'kg',
  unitPrice: tsh(3_200.5),
  taxType: 'zero_rated',
  active: true,
  sku: 'S-1',
  barcode: '6001240100707',
  category: 'Chakula',
}

it('gives back a product that was exported', () => {
  const { id: _, companyId: __, rev: ___, active: ____, ...fields } = sugar
  const [read] = judgeAll(PRODUCT_TABLE, PRODUCT_COLUMNS, [productCells(sugar)], [])
  expect(read).toMatchObject({ kind: 'add', fields })
})

it('leaves alone what a file of products has no column for', () => {
  const headings = ['Unit Price', 'NAME', 'Colour', 'bar_code']
  const [changed, added] = judgeAll(
    PRODUCT_TABLE,
    headings,
    [
      ['3,500', 'Sukari, 1kg', 'white', '6001240100707'],
      ['1000', 'Soda', '', ''],
    ],
    [sugar],
  )
  expect(changed).toMatchObject({
    kind: 'update',
    id: 'p1',
    fields: { unitPrice: tsh(3_500), unit: 'kg', taxType: 'zero_rated' },
  })
  expect(added).toMatchObject({
    fields: { unit: '', unitPrice: tsh(1_000), taxType: 'standard', barcode: '' },
  })
})

it('recognizes products by barcode, SKU or name: new, changed, the same, repeated, wrong', () => {
  const soap: Product = { ...sugar, id: 'p2', name: 'Sabuni ya unga', sku: 'SB-1', barcode: '' }
  const rows = [
    ['Sukari, 1kg', '3200.50', 'kg', 'zero_rated', 'S-1', '6001240100707', 'Chakula'],
    ['Soda', '1000', '', '', '', '', ''],
    ['SODA', '1200', '', '', '', '', ''],
    ['Sabuni', '500', '', '', 'sb-1', '', ''],
    ['', '1.2.3', '', 'half', '', 'sabuni©', ''],
  ]
  const judged = judgeAll(PRODUCT_TABLE, PRODUCT_COLUMNS, rows, [sugar, soap])
  expect(kindsOf(judged)).toEqual(['same', 'add', 'bad', 'update', 'bad'])
  expect(judged[2]).toMatchObject({ faults: [{ kind: 'repeated', first: 3 }] })
  expect(judged[3]).toMatchObject({ id: 'p2' })
  expect(judged[4]).toMatchObject({
    faults: [
      { column: 'name', code: 'PRODUCT_NAME_REQUIRED' },
      { column: 'unitPrice', code: 'PRODUCT_PRICE_INVALID' },
      { column: 'taxType', code: 'PRODUCT_TAX_TYPE_REQUIRED' },
      { column: 'barcode', code: 'PRODUCT_BARCODE_INVALID' },
    ],
  })
})

it('products of one name with different codes are different goods, known ones and those of one file', () => {
  const water: Product = { ...sugar, id: 'p3', name: 'Maji', sku: '', barcode: '6001240100707' }
  const row = (price: string, sku: string, barcode: string) => [
    'Maji',
    price,
    'kg',
    'zero_rated',
    sku,
    barcode,
    'Chakula',
  ]
  const judged = judgeAll(
    PRODUCT_TABLE,
    PRODUCT_COLUMNS,
    [row('1000', '', '6009880800012'), row('1500', '', '6009880800029'), row('700', '', '6001240100707')],
    [water],
  )
  expect(judged).toMatchObject([
    { kind: 'add', fields: { barcode: '6009880800012' } },
    { kind: 'add', fields: { barcode: '6009880800029' } },
    { kind: 'update', id: 'p3' },
  ])
  // Without a code on one side the name is all there is.
  expect(judgeAll(PRODUCT_TABLE, ['name', 'unitPrice'], [['maji', '900']], [water])).toMatchObject([
    { kind: 'update', id: 'p3' },
  ])
  const nameless = { ...water, barcode: '' }
  const coded = [row('1000', 'M-1', ''), row('1500', 'M-2', ''), row('1500', '', '')]
  expect(judgeAll(PRODUCT_TABLE, PRODUCT_COLUMNS, coded, [nameless])).toMatchObject([
    { kind: 'update', id: 'p3' },
    { kind: 'add', fields: { sku: 'M-2' } },
    { kind: 'bad', faults: [{ kind: 'repeated', first: 2 }] },
  ])
})

it('a product that was made inactive is sold again with the price list, also one that the row leaves as it was', () => {
  const sold = { ...sugar, active: false }
  const judged = judgeAll(PRODUCT_TABLE, PRODUCT_COLUMNS, [productCells(sugar)], [sold])
  expect(judged).toMatchObject([{ kind: 'update', id: 'p1', activates: true }])
})

it('an archived customer of the file is put back on the list, also one that the row leaves as it was', () => {
  const row = ['Juma Mfano', 'TIN', '999000802', '', '', '']
  const archived = withTin('c1', '999000802', { active: false })
  const changed = [...row.slice(0, 4), 'juma@example.com', '']
  expect(judgeCustomers([row], [archived])).toMatchObject([{ kind: 'update', id: 'c1', activates: true }])
  expect(judgeCustomers([changed], [archived])).toMatchObject([
    { kind: 'update', id: 'c1', activates: true, fields: { email: 'juma@example.com' } },
  ])
})

it('says that the customer who has the number of a row is archived', () => {
  const known = [withTin('c1', '999000802', { name: 'Rehema', active: false })]
  expect(judgeCustomers([['Juma Mfano', 'TIN', '999000802', '', '', '']], known)).toMatchObject([
    { kind: 'bad', faults: [{ kind: 'taken', name: 'Rehema', archived: true }] },
  ])
})

it('a row about a record of which an archived twin exists is about the one on the list', () => {
  const row = ['Juma Mfano', 'TIN', '999000802', '', '', '']
  const twins = [withTin('c1', '999000802', { active: false }), withTin('c2', '999000802')]
  expect(kindsOf(judgeCustomers([row], twins))).toEqual(['same'])
  const products = [{ ...sugar, id: 'p0', active: false }, sugar]
  expect(kindsOf(judgeAll(PRODUCT_TABLE, PRODUCT_COLUMNS, [productCells(sugar)], products))).toEqual(['same'])
})
