import type { FieldRefusal } from '../refusal.ts'
import type { CompanySettings } from '../settings/company-settings.ts'

export const PASSWORD_REFUSALS = [
  'PASSWORD_LENGTH',
  'PASSWORD_UPPER',
  'PASSWORD_LOWER',
  'PASSWORD_DIGIT',
  'PASSWORD_SPECIAL',
  'PASSWORD_MISMATCH',
] as const
export type PasswordRefusal = (typeof PASSWORD_REFUSALS)[number]

export const CURRENT_PASSWORD_REFUSALS = [
  'PASSWORD_CURRENT_REQUIRED',
  'PASSWORD_CURRENT_LENGTH',
  'PASSWORD_CURRENT_REUSED',
] as const
export type CurrentPasswordRefusal = (typeof CURRENT_PASSWORD_REFUSALS)[number]

/** The longest password: hashing an endless text could overload the server. */
export const MAX_PASSWORD = 128

/**
 * The missing properties of a new password (spec §5): 6 to 20 characters with a capital, a lowercase letter, a digit
 * and a special character (neither letter, digit nor space). An empty list means that it is accepted. The
 * confirmation is compared when given.
 */
export function checkNewPassword(password: string, confirmation?: string): PasswordRefusal[] {
  const length = Array.from(password).length
  const found: PasswordRefusal[] = []
  if (length < 6 || length > 20) found.push('PASSWORD_LENGTH')
  if (!/\p{Lu}/u.test(password)) found.push('PASSWORD_UPPER')
  if (!/\p{Ll}/u.test(password)) found.push('PASSWORD_LOWER')
  if (!/\d/.test(password)) found.push('PASSWORD_DIGIT')
  if (!/[^\p{L}\p{M}\p{N}\s]/u.test(password)) found.push('PASSWORD_SPECIAL')
  if (confirmation !== undefined && confirmation !== password) found.push('PASSWORD_MISMATCH')
  return found
}

/**
 * The errors in the form of a current password. Two readings of spec §5: *required* lets an old password of any
 * length be changed; *len5to20* also requires 5 to 20 characters. Only the server knows whether it is the right one.
 */
export function checkCurrentPassword(
  password: string,
  rule: CompanySettings['passwordCurrentRule'],
): CurrentPasswordRefusal[] {
  const length = Array.from(password).length
  if (length === 0) return ['PASSWORD_CURRENT_REQUIRED']
  const tooLong = length > (rule === 'len5to20' ? 20 : MAX_PASSWORD)
  const tooShort = rule === 'len5to20' && length < 5
  return tooLong || tooShort ? ['PASSWORD_CURRENT_LENGTH'] : []
}

export type PasswordChange = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
}

/** What is wrong with the form of a password change. The current password again would leave a one-time one in use. */
export function checkPasswordChange(
  { currentPassword, newPassword, confirmPassword }: PasswordChange,
  rule: CompanySettings['passwordCurrentRule'],
): FieldRefusal<PasswordRefusal | CurrentPasswordRefusal>[] {
  const reused = newPassword !== '' && newPassword === currentPassword
  return [
    ...checkCurrentPassword(currentPassword, rule).map((code) => ({ path: 'currentPassword', code })),
    ...(reused ? [{ path: 'newPassword', code: 'PASSWORD_CURRENT_REUSED' as const }] : []),
    ...checkNewPassword(newPassword, confirmPassword).map((code) => ({
      path: code === 'PASSWORD_MISMATCH' ? 'confirmPassword' : 'newPassword',
      code,
    })),
  ]
}
