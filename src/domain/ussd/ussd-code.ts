import type { FieldRefusal } from '../refusal.ts'
import { type CompanySettings, DEFAULT_SETTINGS } from '../settings/company-settings.ts'
import type { UssdRefusal } from './ussd-refusals.ts'

/** Longest code that is stored. */
export const MAX_USSD_CODE = 20

/**
 * The only form of a USSD code that a phone can dial, `*148*09#`, whichever outer stars and number signs were typed;
 * `undefined` for what is no such code (tanzania-facts §11 row 9).
 */
export function normalizeUssdCode(text: string): string | undefined {
  const inner = text.trim().replace(/^[*#]+|[*#]+$/g, '')
  const code = `*${inner}#`
  return /^\d+(\*\d+)*$/.test(inner) && code.length <= MAX_USSD_CODE ? code : undefined
}

/** The settings of a company with its USSD code in stored form, or what is wrong with that. */
export function checkUssdCode(
  settings: CompanySettings,
): { readonly settings: CompanySettings } | { readonly refusal: FieldRefusal<UssdRefusal> } {
  const ussdCode = normalizeUssdCode(settings.ussdCode)
  if (ussdCode === undefined) return { refusal: { path: 'ussdCode', code: 'USSD_DIAL_CODE' } }
  return { settings: { ...settings, ussdCode } }
}

/** The code to show and to dial. Settings of before hold any text: what cannot be dialled is replaced by the usual code. */
export function dialedCode({ ussdCode }: Pick<CompanySettings, 'ussdCode'>): string {
  return normalizeUssdCode(ussdCode) ?? DEFAULT_SETTINGS.ussdCode
}
