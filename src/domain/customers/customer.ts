import type { IdentificationType } from '../identity/identification.ts'

/** A customer of one company (spec §3). Numbers are stored normalized, the phone as E.164 or empty. */
export type Customer = {
  readonly id: string
  readonly companyId: string
  readonly rev: number
  readonly name: string
  readonly identificationType: IdentificationType
  readonly identificationNumber: string
  readonly phone: string
  readonly email: string
  readonly vatRegistrationNumber: string
  readonly active: boolean
  /** Ids of customers that were merged into this one: their invoices are its invoices. */
  readonly mergedIds?: string[]
}
