/** How a customer is identified (spec §3). */
export const IDENTIFICATION_TYPES = [
  'TAX_IDENTIFICATION_NUMBER',
  'DRIVING_LICENCE',
  'VOTERS_NUMBER',
  'PASSPORT',
  'NATIONAL_IDENTIFICATION_AUTHORITY',
  'NO_IDENTIFICATION',
] as const
export type IdentificationType = (typeof IDENTIFICATION_TYPES)[number]

/** CUSTIDTYPE of the tax authority's receipt: 1 TIN, 2 licence, 3 voter, 4 passport, 5 NIDA, 6 none (TRA guide). */
export const CUSTOMER_ID_TYPE_CODE: Record<IdentificationType, 1 | 2 | 3 | 4 | 5 | 6> = {
  TAX_IDENTIFICATION_NUMBER: 1,
  DRIVING_LICENCE: 2,
  VOTERS_NUMBER: 3,
  PASSPORT: 4,
  NATIONAL_IDENTIFICATION_AUTHORITY: 5,
  NO_IDENTIFICATION: 6,
}
