/** How an invoice line is taxed (spec §9). */
export type TaxType = 'standard' | 'zero_rated' | 'special_relief' | 'exempted'
export const TAX_TYPES = [
  'standard',
  'zero_rated',
  'special_relief',
  'exempted',
] as const satisfies readonly TaxType[]

/** The letter of the tax authority; B (a reduced rate) is in its table but unused. */
export type TaxLetter = 'A' | 'B' | 'C' | 'D' | 'E'
export const TAX_LETTERS = ['A', 'B', 'C', 'D', 'E'] as const satisfies readonly TaxLetter[]

/** TAXCODE of the authority's documents, 1 for A to 5 for E (TRA guide, item table). */
export type TaxCode = 1 | 2 | 3 | 4 | 5

const LETTER_OF: Record<TaxType, TaxLetter> = {
  standard: 'A',
  zero_rated: 'C',
  special_relief: 'D',
  exempted: 'E',
}
const CODE_OF: Record<TaxLetter, TaxCode> = { A: 1, B: 2, C: 3, D: 4, E: 5 }

/**
 * Letter under which a line is reported. A seller who is not registered for VAT reports every line under C
 * with no tax (TRA guide, remark "non-VAT items").
 */
export function taxLetter(type: TaxType, vatRegistered: boolean): TaxLetter {
  return vatRegistered ? LETTER_OF[type] : 'C'
}

export function taxCode(letter: TaxLetter): TaxCode {
  return CODE_OF[letter]
}
