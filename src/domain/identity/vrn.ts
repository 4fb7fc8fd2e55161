import { bareNumber } from './bare-number.ts'

/**
 * A VAT registration number without its dashes (`40-012345-X` gives `40012345X`); `undefined` unless nine letters
 * or digits remain. The usual shape is narrower, but a number off that shape only deserves a warning: see
 * `isOddVrn`.
 */
export function normalizeVrn(text: string): string | undefined {
  const bare = bareNumber(text)
  return /^[0-9A-Z]{9}$/.test(bare) ? bare : undefined
}

/** Whether a normalized VRN has the shape seen on the authority's portal: eight digits and a letter. */
export function isUsualVrn(vrn: string): boolean {
  return /^\d{8}[A-Z]$/.test(vrn)
}

/** Whether a typed VRN is accepted but deserves a warning: nine letters or digits in another order than usual. */
export function isOddVrn(text: string): boolean {
  const vrn = normalizeVrn(text)
  return vrn !== undefined && !isUsualVrn(vrn)
}

/** The printed form, `40-012345-X`. Takes a normalized VRN. */
export function vrnText(vrn: string): string {
  return isUsualVrn(vrn) ? `${vrn.slice(0, 2)}-${vrn.slice(2, 8)}-${vrn.slice(8)}` : vrn
}
