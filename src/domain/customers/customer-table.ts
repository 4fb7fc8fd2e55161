import { IDENTIFICATION_TYPES, type IdentificationType } from '../identity/identification.ts'
import { nineDigits } from '../identity/phone.ts'
import { type ImportTable, normalizeHeading } from '../imports/import-table.ts'
import { oneLine } from '../text/one-line.ts'
import { type CustomerFields, checkCustomer } from './check-customer.ts'

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

/** Common spellings of the types besides their codes. */
const TYPE_ALIASES: Readonly<Record<string, IdentificationType>> = {
  tin: 'TAX_IDENTIFICATION_NUMBER',
  nida: 'NATIONAL_IDENTIFICATION_AUTHORITY',
  drivinglicense: 'DRIVING_LICENCE',
  votersid: 'VOTERS_NUMBER',
  none: 'NO_IDENTIFICATION',
}

function readType(text: string): IdentificationType | '' {
  const known = IDENTIFICATION_TYPES.find((type) => normalizeHeading(type) === normalizeHeading(text))
  return known ?? TYPE_ALIASES[normalizeHeading(text)] ?? ''
}

/**
 * The keys that identify a customer: the numbers, which are unique in a company (spec §5), or, without any, name and
 * phone, as in the form (spec §8). The e-mail counts only where there is no phone either.
 */
export function identityKeys(customer: CustomerFields): string[] {
  const { name, identificationNumber, vatRegistrationNumber, phone, email } = customer
  const numbers = [...new Set([identificationNumber, vatRegistrationNumber])].filter(
    (number) => number !== '',
  )
  if (numbers.length > 0) return numbers.map((number) => `number ${number}`)
  return [
    `person ${[oneLine(name).toLowerCase(), phone, phone === '' ? email.toLowerCase() : ''].join('\n')}`,
  ]
}

/**
 * The key of a person without numbers whom another of the same name and phone differs from by the e-mail. Without a phone
 * the e-mail is in the key above already.
 */
function exactPersonKey(customer: CustomerFields): string | undefined {
  const { name, identificationNumber, vatRegistrationNumber, phone, email } = customer
  if (identificationNumber !== '' || vatRegistrationNumber !== '' || phone === '') return undefined
  return `exactly ${[oneLine(name).toLowerCase(), phone, email.toLowerCase()].join('\n')}`
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The fields of a customer after a row about it: an empty cell changes nothing. */
function changedBy(customer: CustomerFields, row: CustomerFields): CustomerFields {
  const identified = row.identificationNumber !== ''
  return {
    name: customer.name,
    identificationType: identified ? row.identificationType : customer.identificationType,
    identificationNumber: identified ? row.identificationNumber : customer.identificationNumber,
    phone: row.phone || customer.phone,
    email: row.email || customer.email,
    vatRegistrationNumber: row.vatRegistrationNumber || customer.vatRegistrationNumber,
  }
}

type KnownCustomer = CustomerFields & { readonly id: string; readonly active: boolean }

/** How a file of customers is read (spec §5). An archived customer of the file is put on the list again. */
export const CUSTOMER_TABLE: ImportTable<CustomerFields, KnownCustomer> = {
  columns: CUSTOMER_COLUMNS,
  required: ['name'],
  otherHeadings: {
    name: ['customername', 'customer', 'fullname', 'jina', 'jinalamteja', 'mteja'],
    identificationType: ['idtype', 'ainayakitambulisho'],
    identificationNumber: ['idnumber', 'tin', 'tinnumber', 'nambayakitambulisho'],
    phone: ['phonenumber', 'mobile', 'mobilenumber', 'telephone', 'simu', 'nambayasimu'],
    email: ['emailaddress', 'mail', 'baruapepe'],
    vatRegistrationNumber: ['vrn', 'vatnumber', 'vatno'],
  },
  read: (value, today) => {
    const number = value('identificationNumber') ?? ''
    const written = value('identificationType')
    // A file without types has the numbers that shops note: those of the authority.
    const assumed = number === '' ? 'NO_IDENTIFICATION' : 'TAX_IDENTIFICATION_NUMBER'
    const identificationType = written === undefined ? assumed : readType(written)
    const needed: CustomerColumn[] = ['name']
    if (written !== undefined) needed.push('identificationType')
    if (identificationType !== 'NO_IDENTIFICATION') needed.push('identificationNumber')
    const missing = needed.filter((column) => (value(column) ?? '') === '')
    if (missing.length > 0) return { ok: false, faults: missing.map((column) => ({ kind: 'value', column })) }
    const checked = checkCustomer(
      {
        name: value('name') ?? '',
        identificationType,
        identificationNumber: number,
        phone: value('phone') ?? '',
        email: value('email') ?? '',
        vatRegistrationNumber: value('vatRegistrationNumber') ?? '',
      },
      today,
    )
    if (checked.ok) return { ok: true, fields: checked.value }
    return {
      ok: false,
      faults: checked.refusals.map(({ path, code }) => ({ kind: 'field', column: path, code })),
    }
  },
  keysOf: identityKeys,
  exactKey: exactPersonKey,
  compare: (fields, owners) => {
    const [owner] = owners
    if (!owner) return { kind: 'add' }
    // Two customers have the numbers of one row, or the one who has them is called otherwise.
    const other = owners.find((one) => one.id !== owner.id || !sameName(one.name, fields.name))
    if (other) return { kind: 'taken', name: other.name, ...(other.active ? {} : { archived: true }) }
    const changed = changedBy(owner, fields)
    if (!owner.active) return { kind: 'update', id: owner.id, fields: changed, activates: true }
    const isSame = CUSTOMER_COLUMNS.every((column) => changed[column] === owner[column])
    return isSame ? { kind: 'same' } : { kind: 'update', id: owner.id, fields: changed }
  },
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
