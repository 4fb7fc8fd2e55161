import type { FiscalDay } from '../calendar/east-africa.ts'
import { IDENTIFICATION_TYPES, type IdentificationType } from '../identity/identification.ts'
import { nineDigits } from '../identity/phone.ts'
import { oneLine } from '../text/one-line.ts'
import { type CustomerFields, type CustomerRefusal, checkCustomer } from './check-customer.ts'

/** The fixed columns of a customer file (spec §5), in the order they are written; read in any order. */
export const CUSTOMER_COLUMNS = [
  'name',
  'identificationType',
  'identificationNumber',
  'phone',
  'email',
  'vatRegistrationNumber',
] as const
export type CustomerColumn = (typeof CUSTOMER_COLUMNS)[number]

export const MAX_IMPORT_ROWS = 10_000
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024

/** Why a whole file is refused (spec §5, §8). */
export type FileError =
  | { readonly kind: 'file-type' | 'no-rows' | 'too-large' | 'too-many-rows' | 'wrong-columns' }
  | { readonly kind: 'missing-columns'; readonly columns: readonly CustomerColumn[] }

/** Why a row is refused. Rows are numbered as in a spreadsheet: the column names are row 1. */
export type RowError = { readonly row: number } & (
  | { readonly kind: 'columns'; readonly found: number; readonly expected: number }
  | { readonly kind: 'value'; readonly column: CustomerColumn }
  | { readonly kind: 'field'; readonly code: CustomerRefusal }
  | { readonly kind: 'repeated'; readonly first: number }
)

/** The index of each column in a file. */
export type ColumnIndexes = Readonly<Record<CustomerColumn, number>>

const normalizeColumnName = (text: string) => text.replace(/[\s_\uFEFF-]/g, '').toLowerCase()

/** Reads the column names, in any order and capitalisation; all must be there and no other. */
export function readColumns(cells: readonly string[]): ColumnIndexes | FileError {
  const names = cells.map(normalizeColumnName)
  const missing = CUSTOMER_COLUMNS.filter((column) => !names.includes(normalizeColumnName(column)))
  if (missing.length === CUSTOMER_COLUMNS.length) return { kind: 'wrong-columns' }
  if (missing.length > 0) return { kind: 'missing-columns', columns: missing }
  if (cells.length > CUSTOMER_COLUMNS.length) return { kind: 'wrong-columns' }
  const at = (column: CustomerColumn) => names.indexOf(normalizeColumnName(column))
  return {
    name: at('name'),
    identificationType: at('identificationType'),
    identificationNumber: at('identificationNumber'),
    phone: at('phone'),
    email: at('email'),
    vatRegistrationNumber: at('vatRegistrationNumber'),
  }
}

/** Common spellings of the types besides their codes. */
const TYPE_ALIASES: Readonly<Record<string, IdentificationType>> = {
  tin: 'TAX_IDENTIFICATION_NUMBER',
  nida: 'NATIONAL_IDENTIFICATION_AUTHORITY',
  drivinglicense: 'DRIVING_LICENCE',
  votersid: 'VOTERS_NUMBER',
  none: 'NO_IDENTIFICATION',
}

function readType(text: string): IdentificationType | '' {
  const known = IDENTIFICATION_TYPES.find((type) => normalizeColumnName(type) === normalizeColumnName(text))
  return known ?? TYPE_ALIASES[normalizeColumnName(text)] ?? ''
}

/**
 * The cell without the apostrophe that keeps a spreadsheet from calculating it: an exported file is imported
 * unchanged.
 */
function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

export type ValidatedRow =
  | { readonly kind: 'customer'; readonly row: number; readonly customer: CustomerFields }
  | { readonly kind: 'faults'; readonly errors: readonly RowError[] }

/** Validates a row by the rules of the customer form (spec §5): all its errors, or the customer in stored form. */
export function validateRow(
  cells: readonly string[],
  row: number,
  columnIndexes: ColumnIndexes,
  today: FiscalDay,
): ValidatedRow {
  if (cells.length !== CUSTOMER_COLUMNS.length) {
    const counts = { found: cells.length, expected: CUSTOMER_COLUMNS.length }
    return { kind: 'faults', errors: [{ row, kind: 'columns', ...counts }] }
  }
  const value = (column: CustomerColumn) => unescapeFormula(oneLine(cells[columnIndexes[column]] ?? ''))
  const identificationType = readType(value('identificationType'))
  const needed: CustomerColumn[] = ['name', 'identificationType']
  if (identificationType !== 'NO_IDENTIFICATION') needed.push('identificationNumber')
  const missing = needed.filter((column) => value(column) === '')
  if (missing.length > 0) {
    return { kind: 'faults', errors: missing.map((column) => ({ row, kind: 'value', column })) }
  }
  const checked = checkCustomer(
    {
      name: value('name'),
      identificationType,
      identificationNumber: value('identificationNumber'),
      phone: value('phone'),
      email: value('email'),
      vatRegistrationNumber: value('vatRegistrationNumber'),
    },
    today,
  )
  if (checked.ok) return { kind: 'customer', row, customer: checked.value }
  return { kind: 'faults', errors: checked.refusals.map(({ code }) => ({ row, kind: 'field', code })) }
}

/**
 * The keys that identify a customer: the numbers, which are unique in a company (spec §5), or, without any, name,
 * phone and email together.
 */
export function identityKeys(customer: CustomerFields): string[] {
  const { name, identificationNumber, vatRegistrationNumber, phone, email } = customer
  const numbers = [...new Set([identificationNumber, vatRegistrationNumber])].filter(
    (number) => number !== '',
  )
  if (numbers.length > 0) return numbers.map((number) => `number ${number}`)
  return [`person ${[oneLine(name).toLowerCase(), phone, email.toLowerCase()].join('\n')}`]
}

/**
 * A customer as cells of the file, in forms that survive a spreadsheet: it would calculate a phone that begins with a
 * plus, and round a NIDA number to sixteen digits.
 */
export function customerCells(customer: CustomerFields): string[] {
  const { phone, identificationType, identificationNumber } = customer
  const local = nineDigits(phone)
  const nida = identificationType === 'NATIONAL_IDENTIFICATION_AUTHORITY'
  const exported: CustomerFields = {
    ...customer,
    phone: local === '' ? phone : `0${local}`,
    identificationNumber: nida
      ? identificationNumber.replace(/^(\d{8})(\d{5})(\d{5})(\d{2})$/, '$1-$2-$3-$4')
      : identificationNumber,
  }
  return CUSTOMER_COLUMNS.map((column) => exported[column])
}
