import type { IdentificationType } from './identification.ts'
import { nidaText } from './nida.ts'
import { tinText } from './tin.ts'

type Identified = {
  readonly identificationType: IdentificationType
  readonly identificationNumber: string
}

/** The printed form of an identification number. */
export function identificationText({ identificationType, identificationNumber }: Identified): string {
  if (identificationType === 'TAX_IDENTIFICATION_NUMBER') return tinText(identificationNumber)
  if (identificationType === 'NATIONAL_IDENTIFICATION_AUTHORITY') return nidaText(identificationNumber)
  return identificationNumber
}
