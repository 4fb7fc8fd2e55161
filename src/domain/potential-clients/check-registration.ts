import { isEmail } from '../identity/email.ts'
import { normalizeOwnTin, normalizeTin } from '../identity/tin.ts'
import type { FieldRefusal } from '../refusal.ts'
import { oneLine } from '../text/one-line.ts'

export const REGISTRATION_REFUSALS = [
  'REGISTRATION_FULL_NAME',
  'REGISTRATION_EMAIL',
  'REGISTRATION_PHONE',
  'REGISTRATION_COMPANY_NAME',
  'REGISTRATION_COMPANY_NAME_TOO_LONG',
  'REGISTRATION_TIN',
  'REGISTRATION_PROMO_CODE',
] as const
export type RegistrationRefusal = (typeof REGISTRATION_REFUSALS)[number]

/** The longest company name that the authority's receipt accepts. */
const MAX_COMPANY_NAME = 100

/** What a potential client enters about the business. The promo code may be empty. */
export type RegistrationForm = {
  readonly fullName: string
  readonly email: string
  /** Nine digits. */
  readonly phone: string
  readonly companyName: string
  readonly tin: string
  readonly promoCode: string
}

/** The form in stored form: bare digits, promo code in capitals, no surrounding spaces. */
export function normalizeRegistration(form: RegistrationForm): RegistrationForm {
  return {
    fullName: oneLine(form.fullName),
    email: form.email.trim(),
    phone: form.phone.replaceAll(/[\s-]/g, ''),
    companyName: oneLine(form.companyName),
    tin: normalizeTin(form.tin) ?? form.tin.trim(),
    promoCode: form.promoCode.trim().toUpperCase(),
  }
}

/** What is wrong with a normalized registration request (spec §5, Registration). Empty: nothing. */
export function checkRegistration(form: RegistrationForm): FieldRefusal<RegistrationRefusal>[] {
  const found: FieldRefusal<RegistrationRefusal>[] = []
  const length = (text: string) => Array.from(text).length
  const nameLength = length(form.fullName)
  if (nameLength < 5 || nameLength > 50) found.push({ path: 'fullName', code: 'REGISTRATION_FULL_NAME' })
  if (!isEmail(form.email)) found.push({ path: 'email', code: 'REGISTRATION_EMAIL' })
  if (!/^\d{9}$/.test(form.phone)) found.push({ path: 'phone', code: 'REGISTRATION_PHONE' })
  if (length(form.companyName) < 5) found.push({ path: 'companyName', code: 'REGISTRATION_COMPANY_NAME' })
  if (length(form.companyName) > MAX_COMPANY_NAME) {
    found.push({ path: 'companyName', code: 'REGISTRATION_COMPANY_NAME_TOO_LONG' })
  }
  if (normalizeOwnTin(form.tin) !== form.tin) found.push({ path: 'tin', code: 'REGISTRATION_TIN' })
  if (form.promoCode !== '' && !/^[A-Z0-9]{6}$/.test(form.promoCode)) {
    found.push({ path: 'promoCode', code: 'REGISTRATION_PROMO_CODE' })
  }
  return found
}
