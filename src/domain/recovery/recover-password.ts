import { isEmail } from '../identity/email.ts'
import type { FieldRefusal } from '../refusal.ts'
import { checkNewPassword, type PasswordRefusal } from '../users/password-rule.ts'

export const RECOVERY_REFUSALS = [
  'OTP_SIX_DIGITS',
  'OTP_INCORRECT',
  'OTP_INCORRECT_SECOND',
  'OTP_EXPIRED',
  'OTP_ATTEMPTS_EXCEEDED',
  'RESET_FAILED',
  'RESET_USERNAME_REQUIRED',
  'RESET_EMAIL_INVALID',
  'RESET_PASSWORD_REQUIRED',
] as const
export type RecoveryRefusal = (typeof RECOVERY_REFUSALS)[number]

/** A one-time code is valid for an hour (spec §5). */
export const OTP_LIFETIME_MS = 60 * 60_000
/** After so many wrong codes no code is accepted any more (spec §5). */
export const OTP_MAX_ATTEMPTS = 3

/** The form that asks for a code (spec §8: "Valid email required"). */
export function checkRecoveryEmail(email: string): FieldRefusal<RecoveryRefusal>[] {
  return isEmail(email.trim()) ? [] : [{ path: 'email', code: 'RESET_EMAIL_INVALID' }]
}

/** The digits of a code as typed; spaces between them do not count. */
export function normalizeOneTimeCode(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** The form of a code (spec §5: 6 digits). Takes what `normalizeOneTimeCode` gave. */
export function checkOneTimeCode(code: string): FieldRefusal<RecoveryRefusal>[] {
  return /^\d{6}$/.test(code) ? [] : [{ path: 'code', code: 'OTP_SIX_DIGITS' }]
}

/** What the server stores about a code that was mailed. Instants in milliseconds. */
export type IssuedCode = { readonly failedAttempts: number; readonly expiresAt: number }

export type CodeDecision =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: RecoveryRefusal; readonly failedAttempts: number }

/**
 * Whether a typed code opens the next step (spec §8). After three wrong ones no code does, not even the right one;
 * the answer to the second wrong one says that one attempt is left.
 */
export function decideOneTimeCode(issued: IssuedCode, isRight: boolean, now: number): CodeDecision {
  const { failedAttempts } = issued
  if (failedAttempts >= OTP_MAX_ATTEMPTS) {
    return { kind: 'refused', code: 'OTP_ATTEMPTS_EXCEEDED', failedAttempts }
  }
  if (now >= issued.expiresAt) return { kind: 'refused', code: 'OTP_EXPIRED', failedAttempts }
  if (isRight) return { kind: 'accepted' }
  const failed = failedAttempts + 1
  const code =
    failed >= OTP_MAX_ATTEMPTS
      ? 'OTP_ATTEMPTS_EXCEEDED'
      : failed === OTP_MAX_ATTEMPTS - 1
        ? 'OTP_INCORRECT_SECOND'
        : 'OTP_INCORRECT'
  return { kind: 'refused', code, failedAttempts: failed }
}

/**
 * The form of the new password. `verification` is the token that replaces the user name (spec §2): blank is "username
 * required".
 */
export function checkPasswordReset(form: {
  readonly verification: string
  readonly newPassword: string
  readonly confirmPassword: string
}): FieldRefusal<RecoveryRefusal | PasswordRefusal>[] {
  const found: FieldRefusal<RecoveryRefusal | PasswordRefusal>[] = []
  if (form.verification.trim() === '') {
    found.push({ path: 'verification', code: 'RESET_USERNAME_REQUIRED' })
  }
  if (form.newPassword === '') {
    found.push({ path: 'newPassword', code: 'RESET_PASSWORD_REQUIRED' })
    return found
  }
  for (const code of checkNewPassword(form.newPassword, form.confirmPassword)) {
    found.push({ path: code === 'PASSWORD_MISMATCH' ? 'confirmPassword' : 'newPassword', code })
  }
  return found
}
