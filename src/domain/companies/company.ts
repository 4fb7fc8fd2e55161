import type { Logo } from '../receipts/logo.ts'

/** What a phone must know of the company it sells for. */
export type Company = {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly tin: string
  /** Empty when not registered for VAT. */
  readonly vrn: string
  readonly address: string
  readonly phone: string
  readonly email: string
  readonly active: boolean
  readonly blockedByTra: boolean
  /** The authority's own words, shown with the banner. */
  readonly blockedReason: string
  /** The seller's own picture on receipts. */
  readonly logo?: Logo | null | undefined
}

/** Registered for VAT = has a VRN (TRA registration answers `NOT REGISTERED` otherwise). */
export function isVatRegistered(company: Pick<Company, 'vrn'>): boolean {
  return company.vrn !== ''
}
