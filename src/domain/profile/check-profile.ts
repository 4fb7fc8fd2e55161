import { isEmail } from '../identity/email.ts'
import type { FieldRefusal } from '../refusal.ts'

export const PROFILE_REFUSALS = [
  'PROFILE_EMAIL_LENGTH',
  'PROFILE_EMAIL_INVALID',
  'PROFILE_EMAIL_MISMATCH',
  'PROFILE_EMAIL_LINK_EXPIRED',
  'PROFILE_PHONE',
] as const
export type ProfileRefusal = (typeof PROFILE_REFUSALS)[number]

/** A new address has at most this many characters here; an existing longer one stays valid (resolution 16). */
const MAX_NEW_EMAIL = 50
/** How long a link that confirms a new address is valid: a day. */
export const EMAIL_LINK_LIFETIME_MS = 24 * 60 * 60_000

/** What is wrong with the form of a new e-mail address (spec §5, Profile); spaces around them do not count. */
export function checkNewEmail(form: {
  readonly newEmail: string
  readonly confirmEmail: string
}): FieldRefusal<ProfileRefusal>[] {
  const found: FieldRefusal<ProfileRefusal>[] = []
  const email = form.newEmail.trim()
  if (Array.from(email).length > MAX_NEW_EMAIL) found.push({ path: 'newEmail', code: 'PROFILE_EMAIL_LENGTH' })
  else if (!isEmail(email)) found.push({ path: 'newEmail', code: 'PROFILE_EMAIL_INVALID' })
  if (form.confirmEmail.trim() !== email) {
    found.push({ path: 'confirmEmail', code: 'PROFILE_EMAIL_MISMATCH' })
  }
  return found
}

/** The digits of a phone as typed; spaces and dashes do not count. */
export function normalizeProfilePhone(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}

/** What is wrong with a new phone (spec §5, Profile: exactly 9 digits). Takes normalized digits. */
export function checkProfilePhone(phone: string): FieldRefusal<ProfileRefusal>[] {
  return /^\d{9}$/.test(phone) ? [] : [{ path: 'phone', code: 'PROFILE_PHONE' }]
}
