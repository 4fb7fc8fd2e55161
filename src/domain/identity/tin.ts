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
