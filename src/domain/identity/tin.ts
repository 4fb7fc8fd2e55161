import { bareNumber } from './bare-number.ts'

/**
 * Nine digits out of what a person types (`123-456-789`); `undefined` when it is anything else. TRA rule: "always
 * 9 digits"; no check digit is published, so none is tested.
 */
export function normalizeTin(text: string): string | undefined {
  const bare = bareNumber(text)
  return /^\d{9}$/.test(bare) ? bare : undefined
}

/** The printed form, `123-456-789`. Takes a normalized TIN. */
export function tinText(tin: string): string {
  return /^\d{9}$/.test(tin) ? `${tin.slice(0, 3)}-${tin.slice(3, 6)}-${tin.slice(6)}` : tin
}

/** The TIN that the authority gives to all who have none because they live abroad (tanzania-facts §1). */
const NON_RESIDENT_TIN = '999999999'

/** A TIN that a company of its own in Tanzania can have; `undefined` when it is anything else. */
export function normalizeOwnTin(text: string): string | undefined {
  const tin = normalizeTin(text)
  return tin === NON_RESIDENT_TIN ? undefined : tin
}

/** A bare tax number by which a vendor is known; '' for the one that all vendors from abroad share. */
export function distinctTaxNumber(taxNumber: string): string {
  return taxNumber === NON_RESIDENT_TIN ? '' : taxNumber
}
