import type { FiscalDay } from '../calendar/east-africa.ts'
import { bareNumber } from './bare-number.ts'
import type { IdentificationType } from './identification.ts'
import { normalizeNida } from './nida.ts'
import { normalizeTin } from './tin.ts'

export const IDENTIFICATION_REFUSALS = [
  'CUSTOMER_TIN_INVALID',
  'CUSTOMER_NIDA_INVALID',
  'CUSTOMER_ID_INVALID',
] as const
export type IdentificationRefusal = (typeof IDENTIFICATION_REFUSALS)[number]

export type IdentificationChecked =
  | { readonly kind: 'ok'; readonly normalized: string }
  | { readonly kind: 'refused'; readonly code: IdentificationRefusal }

/**
 * Five to twenty letters and digits: the authority publishes no other rule for licences, voter cards and passports.
 */
function otherNumber(text: string): string | undefined {
  const bare = bareNumber(text)
  return /^[0-9A-Z]{5,20}$/.test(bare) ? bare : undefined
}

/**
 * Validates an identification number by its type (spec §5) and returns the form it is stored in. Without an
 * identification type a typed number is dropped. `today`, where known, also refuses a NIDA number with a date of
 * birth in the future.
 */
export function checkIdentification(
  type: IdentificationType,
  number: string,
  today?: FiscalDay,
): IdentificationChecked {
  const resultOf = (normalized: string | undefined, code: IdentificationRefusal): IdentificationChecked =>
    normalized === undefined ? { kind: 'refused', code } : { kind: 'ok', normalized }
  switch (type) {
    case 'NO_IDENTIFICATION':
      return { kind: 'ok', normalized: '' }
    case 'TAX_IDENTIFICATION_NUMBER':
      return resultOf(normalizeTin(number), 'CUSTOMER_TIN_INVALID')
    case 'NATIONAL_IDENTIFICATION_AUTHORITY':
      return resultOf(normalizeNida(number, today), 'CUSTOMER_NIDA_INVALID')
    case 'DRIVING_LICENCE':
    case 'VOTERS_NUMBER':
    case 'PASSPORT':
      return resultOf(otherNumber(number), 'CUSTOMER_ID_INVALID')
  }
}
